import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import { UnavailableError } from '../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import { OfficeChanges } from '../platform/state/office-changes.js';
import { StateParts } from '../platform/state/state-parts.js';
import type { VendorBay } from '../protocol/records/vendors.js';
import { serviceOffTexts, vendorTexts } from '../protocol/texts.js';
import { readVendorConfiguration } from './config/read-vendor-configuration.js';
import { VendorBerths } from './vendor-berths.js';
import { VendorProbes } from './vendor-probes.js';
import { VendorTools } from './vendor-tools.js';

/**
 * The agent harnesses of the installation: who is configured and how they stand
 * (behaviour-plugins.md 5). The configuration is read once, at boot; probing is never waited for
 * there.
 */
@Injectable()
export class VendorsService implements OnModuleInit, OnApplicationBootstrap {
  private readonly log: ScopedLogger;
  private configPath: string | null = null;
  private known: VendorBay | undefined;

  constructor(
    private readonly config: OfficeConfig,
    private readonly berths: VendorBerths,
    private readonly probes: VendorProbes,
    private readonly tools: VendorTools,
    private readonly changes: OfficeChanges,
    parts: StateParts,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('vendors');
    berths.onChanged(() => this.announce());
    parts.provide('vendorBay', () => this.state());
  }

  async onModuleInit(): Promise<void> {
    const { enabled, requireCanDelegate } = this.config.vendors;
    if (!enabled) return;
    const { vendors, problems, path } = await readVendorConfiguration(this.config);
    for (const problem of problems) this.log.warn(problem);
    this.configPath = path;
    this.berths.fill(vendors);
    this.tools.publish(vendors);
    if (vendors.length === 0) return;
    this.log.info(vendorTexts.grants(this.tools.grantRoles, requireCanDelegate));
  }

  onApplicationBootstrap(): void {
    void this.probes.probeAll();
  }

  /** The same object until something in it changes. */
  state(): VendorBay {
    const { enabled, requireCanDelegate } = this.config.vendors;
    return (this.known ??= {
      enabled,
      configPath: this.configPath,
      grantRoles: this.tools.grantRoles,
      requireCanDelegate,
      vendors: this.berths.all().map(({ vendor }) => vendor),
    });
  }

  /**
   * Asks every harness that is not at work for its version again.
   * @throws UnavailableError when delegation is switched off.
   */
  async refresh(): Promise<VendorBay> {
    if (!this.config.vendors.enabled) throw new UnavailableError(serviceOffTexts.vendors);
    await this.probes.probeAll();
    this.announce();
    return this.state();
  }

  private announce(): void {
    this.known = undefined;
    this.changes.announce();
  }
}
