import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import { messageOf } from '../platform/errors/error-text.js';
import { UnavailableError } from '../platform/errors/office-error.js';
import { EventBus } from '../platform/events/event-bus.js';
import { EventLog } from '../platform/events/event-log.js';
import { OnOfficeEvent } from '../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { VendorBay } from '../protocol/records/vendors.js';
import { serviceOffTexts } from '../protocol/texts/office.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import { readVendorConfiguration } from './config/read-vendor-configuration.js';
import { VendorSlots } from './vendor-slots.js';
import { VendorProbes } from './vendor-probes.js';
import { VendorTools } from './vendor-tools.js';

/**
 * The installation's harnesses: configuration, read once at boot, and states. Boot does not wait
 * for probes.
 */
@Injectable()
export class VendorsService implements OnModuleInit, OnApplicationBootstrap {
  private readonly log: ScopedLogger;
  private configPath: string | null = null;
  private known: VendorBay | undefined;
  private probing: Promise<void> = Promise.resolve();

  constructor(
    private readonly config: OfficeConfig,
    private readonly slots: VendorSlots,
    private readonly probes: VendorProbes,
    private readonly tools: VendorTools,
    private readonly bus: EventBus,
    private readonly events: EventLog,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('vendors');
    slots.onChanged(() => this.announce());
  }

  async onModuleInit(): Promise<void> {
    const { enabled, requireCanDelegate } = this.config.vendors;
    if (!enabled) return;
    const { vendors, problems, path } = await readVendorConfiguration(this.config);
    for (const problem of problems) this.log.warn(problem);
    this.configPath = path;
    this.slots.fill(vendors);
    this.tools.publish(vendors);
    if (vendors.length === 0) return;
    this.log.info(vendorTexts.grants(this.tools.grantRoles, requireCanDelegate));
  }

  onApplicationBootstrap(): void {
    this.probe();
  }

  /** The same object until a change. */
  state(): VendorBay {
    const { enabled, requireCanDelegate } = this.config.vendors;
    return (this.known ??= {
      enabled,
      configPath: this.configPath,
      grantRoles: this.tools.grantRoles,
      requireCanDelegate,
      vendors: this.slots.all().map(({ vendor }) => vendor),
    });
  }

  /**
   * Probes all idle harnesses again.
   * @throws UnavailableError if delegation is switched off.
   */
  async refresh(): Promise<VendorBay> {
    if (!this.config.vendors.enabled) throw new UnavailableError(serviceOffTexts.vendors);
    await this.events.append({ type: 'internal.vendors.refreshed' });
    await this.probing;
    this.announce();
    return this.state();
  }

  /** At boot, and on an operator's request at any replica. */
  @OnOfficeEvent('internal.vendors.refreshed')
  probe(): void {
    this.probing = this.probes.probeAll();
    this.probing.catch((thrown: unknown) => this.log.error(messageOf(thrown), thrown));
  }

  private announce(): void {
    this.known = undefined;
    this.bus.publish({ type: 'internal.live-state.changed' });
  }
}
