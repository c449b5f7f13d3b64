import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { catalogueTexts } from '../../protocol/texts/models.js';
import { modelDataOf, providersWithData } from './model-data.js';

const dayMs = 24 * 60 * 60_000;
/** Older data causes a warning. */
const freshDays = 90;

/**
 * The warning at `now` (ms) about data of these dates (`2026-11-22`); null while the data is
 * recent.
 */
export function staleNote(dates: readonly string[], now: number): string | null {
  const oldest = dates.toSorted()[0];
  if (oldest === undefined) return null;
  const days = Math.floor((now - Date.parse(oldest)) / dayMs);
  return days > freshDays ? catalogueTexts.stale(oldest, days) : null;
}

/** Warns once at boot that the catalogue's data is old. */
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
