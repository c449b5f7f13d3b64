import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import type { OutboxHandler, OutboxJob } from '#doors/outbox/outbox-job.js';
import { ForgeAccess } from '../services/forge-access.js';
import { ForgeBases } from '../services/forge-bases.js';
import { asOutboxFailure, forgeJobs, lookPayload } from '../services/forge-jobs.js';
import { ForgeLooks } from '../services/forge-looks.js';

/** Longest look, ms: a base branch may be fetched with its whole history. */
const timeoutMs = 15 * 60_000;
/** After this time, ms, replicas without the floor's files look too: they can end issues, but begin none. */
const leftMs = 60_000;

/** Looks at the places that an event of a forge named. */
@Injectable()
export class LookJob implements OutboxHandler, OnModuleInit {
  readonly kind = forgeJobs.look;
  readonly timeoutMs = timeoutMs;
  readonly leftMs = leftMs;
  readonly isQuiet = true;

  constructor(
    private readonly outbox: Outbox,
    private readonly access: ForgeAccess,
    private readonly looks: ForgeLooks,
    private readonly bases: ForgeBases,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  /** True if the floor's files are here, because an issue that is found may begin a run at once. */
  async isPossibleHere({ payload }: OutboxJob): Promise<boolean> {
    const open = await this.access.open(lookPayload.parse(payload).forgeId);
    return open === null || this.bases.isPossibleHere(open.forge);
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
