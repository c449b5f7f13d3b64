import { Injectable } from '@nestjs/common';
import { EventBus } from '../platform/events/event-bus.js';
import { StartupTasks } from '../platform/process/startup-tasks.js';
import { Repeater } from '../platform/repeater.js';
import { ModelDiscovery } from './catalogue/discovery/model-discovery.js';
import { KeyRefusals } from './signals/availability/key-refusals.js';
import { ProviderAvailability } from './signals/availability/provider-availability.js';
import { ProviderRegistry } from './providers/provider-registry.js';

const lookMs = 1000;

/**
 * Probes unreachable providers by requesting their model lists, with growing pauses, until they
 * answer. Clients are notified when a provider becomes unreachable or refuses the key, and when that
 * is over.
 */
@Injectable()
export class ProviderProbes {
  private readonly probing = new Set<string>();
  private told = JSON.stringify([[], []]);

  constructor(
    private readonly availability: ProviderAvailability,
    private readonly keys: KeyRefusals,
    private readonly discovery: ModelDiscovery,
    private readonly registry: ProviderRegistry,
    private readonly bus: EventBus,
    private readonly repeater: Repeater,
    startupTasks: StartupTasks,
  ) {
    startupTasks.register(async () => this.begin());
  }

  /** Probes due providers, each at most once at a time. */
  async look(): Promise<void> {
    this.announceChange();
    const due = [...this.availability.due(), ...this.unasked()].filter(
      (id) => !this.probing.has(id),
    );
    await Promise.all(due.map((id) => this.probe(id)));
    this.announceChange();
  }

  /** Local runtimes added after boot, for example by a plugin. */
  private unasked(): readonly string[] {
    if (!this.discovery.enabled) return [];
    return this.registry
      .all()
      .filter(({ id, kind, keyless, configured }) => {
        return keyless && configured && kind !== 'mock' && !this.availability.isKnown(id);
      })
      .map(({ id }) => id);
  }

  private begin(): void {
    const text = (reason: string): string => `providers could not be probed: ${reason}`;
    this.repeater.every(lookMs, { scope: 'models', text }, () => {
      // Not awaited: a provider that answers late keeps no other one waiting.
      void this.look();
    });
  }

  private async probe(id: string): Promise<void> {
    const provider = this.registry.find(id);
    // A removed provider (plugin or key) is no longer probed.
    if (provider?.configured !== true) return this.availability.forget(id);
    this.probing.add(id);
    try {
      await this.discovery.probe(provider);
    } finally {
      this.probing.delete(id);
    }
  }

  /** One broadcast per change of the unreachable providers or the refused keys. */
  private announceChange(): void {
    const present = JSON.stringify([this.availability.absentees(), this.keys.providers()]);
    if (present === this.told) return;
    this.told = present;
    this.bus.publish({ type: 'internal.live-state.changed' });
  }
}
