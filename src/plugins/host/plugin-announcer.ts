import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { StateParts } from '../../platform/state/state-parts.js';
import type { PluginSystemState } from '../../protocol/records/plugins.js';
import { Contributions } from './contributions.js';
import type { PluginInForce } from './contributions.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { PluginShelf } from './plugin-shelf.js';
import { PluginStore } from './plugin-store.js';
import { PluginUpdates } from './plugin-updates.js';
import { ProviderKeys } from './provider-keys.js';
import { systemState } from './system-state.js';

/** What an operator's action makes of the decisions. */
export type Decide = (decisions: PluginDecisions) => PluginDecisions;

export const unchanged: Decide = (decisions) => decisions;

/**
 * Makes a change of the plugin system known: to the registries, which get the contributions now in
 * force; to the store; and to everybody who listens (behaviour-plugins.md 1.7, announce).
 */
@Injectable()
export class PluginAnnouncer implements OnModuleInit {
  private described: { decisions: PluginDecisions; state: PluginSystemState } | null = null;

  constructor(
    private readonly config: OfficeConfig,
    private readonly store: PluginStore,
    private readonly shelf: PluginShelf,
    private readonly updates: PluginUpdates,
    private readonly contributions: Contributions,
    private readonly keys: ProviderKeys,
    private readonly stateParts: StateParts,
  ) {}

  onModuleInit(): void {
    this.stateParts.provide('plugins', () => this.state());
  }

  /** The same object until something changes. */
  state(): PluginSystemState {
    const { decisions } = this.store;
    if (this.described?.decisions !== decisions) {
      this.described = { decisions, state: this.describe(decisions) };
    }
    return this.described.state;
  }

  /** Plugins that are enabled and loaded, by id. */
  inForce(): readonly PluginInForce[] {
    return this.shelf
      .plugins()
      .flatMap(({ manifest, standing }) =>
        standing.status === 'loaded' ? { manifest, tools: standing.code?.tools ?? [] } : [],
      );
  }

  /** Brings the registries in line with what is known and in force. Nobody is told yet. */
  applyContributions(): void {
    this.keys.keepTo(this.shelf.plugins().map(({ manifest }) => manifest));
    this.contributions.recompute(this.inForce());
    this.described = null;
  }

  async announce(decide: Decide = unchanged): Promise<void> {
    this.applyContributions();
    await this.store.change(decide, (decisions) => this.describe(decisions));
  }

  private describe(decisions: PluginDecisions): PluginSystemState {
    const { shelf, updates } = this;
    return systemState({ config: this.config.plugins, shelf, updates, decisions });
  }
}
