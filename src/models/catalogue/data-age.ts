import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { catalogueTexts } from '../../protocol/texts/models.js';
import { modelDataOf, providersWithData } from './model-data.js';

const dayMs = 24 * 60 * 60_000;
/** Older data is mentioned. */
const freshDays = 90;

/** What is to be said at `now` (ms) of data of these days (`2026-11-22`); null while it is fresh. */
export function staleNote(dates: readonly string[], now: number): string | null {
  const oldest = dates.toSorted()[0];
  if (oldest === undefined) return null;
  const days = Math.floor((now - Date.parse(oldest)) / dayMs);
  return days > freshDays ? catalogueTexts.stale(oldest, days) : null;
}

/** Mentions at boot, once, that the data of the catalogue is old. */
@Injectable()
export class DataAge implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly logger: OfficeLogger,
  ) {}

  onModuleInit(): void {
    const dates = providersWithData.flatMap((id) => modelDataOf(id)?.generated ?? []);
    const note = staleNote(dates, this.clock.now());
    if (note !== null) this.logger.scope('models').info(note);
  }
}
