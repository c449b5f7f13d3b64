import { Injectable } from '@nestjs/common';
import type { Health } from '../protocol/records/office.js';
import { Clock } from '../platform/clock.js';
import { ConfigDrift } from '../platform/config/config-drift.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { OpenedDatabase } from '../platform/database/opened-database.js';
import { serviceVersion } from '../platform/process/service-version.js';
import { WorkInHand } from '../runs/work-in-hand.js';

/** How the service is, as clients and people are told it. */
@Injectable()
export class HealthService {
  private readonly startedAt: number;

  constructor(
    private readonly config: OfficeConfig,
    private readonly drift: ConfigDrift,
    private readonly database: OpenedDatabase,
    private readonly work: WorkInHand,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock.now();
  }

  current(): Health {
    const { mode, reason } = this.config.llm;
    return {
      ok: true,
      llmMode: mode,
      llmModeReason: reason,
      ...this.drift.current(),
      version: serviceVersion,
      store: this.database.store,
      uptimeMs: this.clock.now() - this.startedAt,
      activeRuns: this.work.activeRuns(),
      pendingApprovals: this.work.pendingApprovals(),
    };
  }
}
