import { Injectable } from '@nestjs/common';
import type { Vendor } from '../protocol/records/vendors.js';
import type { VendorConfig } from './config/vendor-config.js';
import { beforeProbe } from './vendor-status.js';

/** One harness: how it is configured, and how it stands. */
export interface Berth {
  readonly config: VendorConfig;
  readonly vendor: Vendor;
}

/** Where the harnesses stand. Their states change here and nowhere else. */
@Injectable()
export class VendorBerths {
  private readonly berths = new Map<string, Berth>();
  private changed: () => void = () => undefined;

  fill(configs: readonly VendorConfig[]): void {
    for (const config of configs)
      this.berths.set(config.id, { config, vendor: beforeProbe(config) });
    this.changed();
  }

  /** Called after the state of a harness changed. */
  onChanged(handler: () => void): void {
    this.changed = handler;
  }

  get(id: string): Berth | undefined {
    return this.berths.get(id);
  }

  all(): readonly Berth[] {
    return [...this.berths.values()];
  }

  update(id: string, change: (vendor: Vendor) => Vendor): void {
    const berth = this.berths.get(id);
    if (berth === undefined) return;
    const vendor = change(berth.vendor);
    if (vendor === berth.vendor) return;
    this.berths.set(id, { ...berth, vendor });
    this.changed();
  }
}
