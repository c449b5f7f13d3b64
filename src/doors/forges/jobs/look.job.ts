import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import type { OutboxHandler, OutboxJob } from '#doors/outbox/outbox-job.js';
import { ForgeAccess } from '../services/forge-access.js';
import { asOutboxFailure, forgeJobs, lookPayload } from '../services/forge-jobs.js';
import { ForgeLooks } from '../services/forge-looks.js';

/** Longest look, ms: a base branch may be fetched with its whole history. */
const timeoutMs = 15 * 60_000;

/** Looks where an event of a forge said that something happened. */
@Injectable()
export class LookJob implements OutboxHandler, OnModuleInit {
  readonly kind = forgeJobs.look;
  readonly timeoutMs = timeoutMs;

  constructor(
    private readonly outbox: Outbox,
    private readonly access: ForgeAccess,
    private readonly looks: ForgeLooks,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  async perform({ payload }: OutboxJob): Promise<null> {
    const { forgeId, looks } = lookPayload.parse(payload);
    const open = await this.access.open(forgeId);
    if (open === null || open.forge.paused) return null;
    try {
      for (const look of looks) await this.looks.look(open, look);
      return null;
    } catch (thrown) {
      throw asOutboxFailure(thrown);
    }
  }
}
