import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import { redactor } from '../platform/logging/redact.js';
import { ChildEnvironments } from '../platform/process/child-environments.js';
import { secretValuesIn } from '../platform/process/secret-values.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import type { VendorConfig } from './config/vendor-config.js';
import { probeVendor } from './probe-vendor.js';
import { VendorSlots } from './vendor-slots.js';
import { vendorLimits } from './vendor-limits.js';
import { afterProbe } from './vendor-status.js';

/** Probes harnesses, a few at a time. */
@Injectable()
export class VendorProbes implements OnApplicationShutdown {
  private readonly log: ScopedLogger;
  private readonly stopping = new AbortController();
  private readonly fewAtATime = pLimit(vendorLimits.probesAtOnce);

  constructor(
    private readonly slots: VendorSlots,
    private readonly environments: ChildEnvironments,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('vendors');
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** All that are enabled, can be probed, and are idle. */
  async probeAll(): Promise<void> {
    const asked = this.slots
      .all()
      .filter(({ vendor }) => vendor.status !== 'engaged')
      .map(({ config }) => config)
      .filter(({ enabled, probeArgs }) => enabled && probeArgs.length > 0);
    await Promise.all(asked.map((config) => this.fewAtATime(() => this.probe(config))));
  }

  private async probe(config: VendorConfig): Promise<void> {
    const { signal } = this.stopping;
    const environment = { ...this.environments.inherited(), ...config.env };
    const { ok, detail: said } = await probeVendor(config, environment, signal);
    if (signal.aborted) return;
    const detail = redactor(secretValuesIn(config.env))(said);
    this.slots.update(config.id, (vendor) => afterProbe(vendor, { ok, detail }));
    this.log.info(vendorTexts.probed(config.id, ok, detail));
  }
}
