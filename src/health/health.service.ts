import { Injectable, Optional } from '@nestjs/common';
import { protocolVersion } from '../protocol/protocol-version.js';
import type { Health } from '../protocol/records/office.js';
import { Clock } from '../platform/clock.js';
import { ConfigDrift } from '../platform/config/config-drift.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { OpenedDatabase } from '../platform/database/opened-database.js';
import { Sandboxes } from '../platform/process/sandbox/sandboxes.js';
import { sandboxTexts } from '../protocol/texts/sandbox.js';
import { serviceVersion } from '../platform/process/service-version.js';
import { ConfigurationWarnings } from '../settings/configuration-warnings.js';
import { HealthCounts } from '../runs/queue/health-counts.js';

/** The health of the service, for clients and operators. */
@Injectable()
export class HealthService {
  private readonly begun: number;

  constructor(
    private readonly config: OfficeConfig,
    private readonly drift: ConfigDrift,
    private readonly database: OpenedDatabase,
    private readonly work: HealthCounts,
    private readonly clock: Clock,
    private readonly sandboxes: Sandboxes,
    /** Absent in an application without settings. */
    @Optional() private readonly warnings?: ConfigurationWarnings,
  ) {
    this.begun = clock.elapsed();
  }

  current(): Health {
    const { mode, reason } = this.config.llm;
    const problems = this.warnings?.current() ?? [];
    return {
      ok: true,
      llmMode: mode,
      llmModeReason: reason,
      ...this.drift.current(),
      version: serviceVersion,
      protocolVersion,
      store: this.database.store,
      uptimeMs: Math.round(this.clock.elapsed() - this.begun),
      activeRuns: this.work.activeRuns(),
      pendingApprovals: this.work.pendingApprovals(),
      ...(problems.length > 0 && { problems }),
      ...this.sandbox(),
    };
  }

  private sandbox(): Pick<Health, 'sandbox'> {
    const { mode, obstacle } = this.sandboxes;
    if (mode === 'off') return {};
    const available = obstacle === null;
    const detail = available ? sandboxTexts.available(mode) : sandboxTexts.missing(obstacle);
    return { sandbox: { mode, available, detail } };
  }
}
