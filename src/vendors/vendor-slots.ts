import { Injectable } from '@nestjs/common';
import type { Vendor } from '../protocol/records/vendors.js';
import type { VendorConfig } from './config/vendor-config.js';
import { beforeProbe } from './vendor-status.js';

/** A harness: its configuration and state. */
interface VendorSlot {
  readonly config: VendorConfig;
  readonly vendor: Vendor;
}

/** The states of the harnesses, changed only here. */
@Injectable()
export class VendorSlots {
  private readonly slots = new Map<string, VendorSlot>();
  private changed: () => void = () => undefined;

  fill(configs: readonly VendorConfig[]): void {
    for (const config of configs)
      this.slots.set(config.id, { config, vendor: beforeProbe(config) });
    this.changed();
  }

  /** Called after a harness's state has changed. */
  onChanged(handler: () => void): void {
    this.changed = handler;
  }

  get(id: string): VendorSlot | undefined {
    return this.slots.get(id);
  }

  all(): readonly VendorSlot[] {
    return [...this.slots.values()];
  }

  update(id: string, change: (vendor: Vendor) => Vendor): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    const vendor = change(slot.vendor);
    if (vendor === slot.vendor) return;
    this.slots.set(id, { ...slot, vendor });
    this.changed();
  }
}
