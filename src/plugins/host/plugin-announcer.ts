import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { PluginRecord, PluginSystemState } from '../../protocol/records/plugins.js';
import type { PluginBundle } from '../persistence/plugin-bundles.repository.js';
import { keyStatus, withoutStale } from './confirmed-keys.js';
import { Contributions, type PluginInForce } from './contributions.js';
import type { KnownPlugin } from './known-plugin.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { brokenRecord, recordOf } from './plugin-record.js';
import { PluginRegistry } from './plugin-registry.js';
import { PluginStore } from './plugin-store.js';
import { PluginUpdates } from './plugin-updates.js';
import { WithheldKeys } from './withheld-keys.js';

/** An operator's action as a change of the decisions. */
export type Decide = (decisions: PluginDecisions) => PluginDecisions;

export const unchanged: Decide = (decisions) => decisions;

/** Publishes a change of the plugin system: to the registries, the store and all listeners. */
@Injectable()
export class PluginAnnouncer {
  private described: { decisions: PluginDecisions; state: PluginSystemState } | null = null;

  constructor(
    private readonly config: OfficeConfig,
    private readonly store: PluginStore,
    private readonly registry: PluginRegistry,
    private readonly updates: PluginUpdates,
    private readonly contributions: Contributions,
    private readonly keys: WithheldKeys,
  ) {}

  /** The same object until a change. */
  state(): PluginSystemState {
    const { decisions } = this.store;
    if (this.described?.decisions !== decisions) {
      this.described = { decisions, state: this.describe(decisions) };
    }
    return this.described.state;
  }

  recordOf(plugin: KnownPlugin): PluginRecord {
    const update = this.updates.get(plugin.manifest.id);
    return recordOf(plugin, this.store.decisions, reservedVariables(this.config), update);
  }

  /** @throws RefusedError with the fault of a plugin that failed */
  recordUnlessFailed(plugin: KnownPlugin): PluginRecord {
    if (plugin.state.status === 'error') throw new RefusedError(plugin.state.error);
    return this.recordOf(plugin);
  }

  /** True if a variable belongs to the service or a built-in provider. */
  isReserved(variable: string): boolean {
    return reservedVariables(this.config).has(variable.toUpperCase());
  }

  /** Enabled and loaded plugins, by id. */
  inForce(): readonly PluginInForce[] {
    const { confirmedKeys } = this.store.decisions;
    const reserved = reservedVariables(this.config);
    return this.registry.plugins().flatMap(({ manifest, state }) => {
      if (state.status !== 'loaded') return [];
      const keyStatuses = Object.fromEntries(
        (manifest.contributes?.providers ?? []).map((provider) => [
          provider.id,
          keyStatus(manifest.id, provider, confirmedKeys, reserved),
        ]),
      );
      return { manifest, tools: state.code?.tools ?? [], keyStatuses };
    });
  }

  /** Updates the registries without announcing anything. */
  applyContributions(): void {
    this.updates.keepTo((id) => this.registry.find(id)?.manifest.version);
    this.keys.keepTo(this.registry.plugins().map(({ manifest }) => manifest));
    this.contributions.recompute(this.inForce());
    this.described = null;
  }

  /** @param bundle bundle of an installed plugin, stored with the decisions */
  async announce(
    decide: Decide = unchanged,
    changesDirectories = false,
    bundle?: PluginBundle,
  ): Promise<void> {
    this.applyContributions();
    const manifests = this.registry.plugins().map(({ manifest }) => manifest);
    const describe = (decisions: PluginDecisions) => this.describe(decisions);
    const decideAll: Decide = (decisions) => {
      const decided = decide(decisions);
      return { ...decided, confirmedKeys: withoutStale(decided.confirmedKeys, manifests) };
    };
    const changed = { decide: decideAll, describe, changesDirectories };
    await this.store.change({ ...changed, ...(bundle && { bundle }) });
  }

  private describe(decisions: PluginDecisions): PluginSystemState {
    const { config, registry, updates } = this;
    return systemState({ config, registry, updates, decisions });
  }
}

interface SystemParts {
  readonly config: Pick<OfficeConfig, 'plugins' | 'secretNames' | 'providers'>;
  readonly registry: PluginRegistry;
  readonly updates: PluginUpdates;
  readonly decisions: PluginDecisions;
}

/** The plugin system as shown to clients. */
function systemState(parts: SystemParts): PluginSystemState {
  const { updates, decisions } = parts;
  const config = parts.config.plugins;
  const { lastCheckedAt } = updates;
  return {
    apiVersion: '1',
    pluginsRoot: config.bundledDir,
    allowInstall: config.allowInstall,
    records: records(parts),
    marketplaces: decisions.sources,
    sources: decisions.sources,
    ...(lastCheckedAt === undefined ? {} : { lastCheckedAt }),
  };
}

function records({ config, registry, updates, decisions }: SystemParts): readonly PluginRecord[] {
  const reserved = reservedVariables(config);
  const known = registry
    .plugins()
    .map((plugin) => recordOf(plugin, decisions, reserved, updates.get(plugin.manifest.id)));
  return [...known, ...registry.broken().map(brokenRecord)].sort((a, b) =>
    a.manifest.id < b.manifest.id ? -1 : 1,
  );
}

/**
 * Variables of the service and of built-in providers, in upper case, which no plugin's provider
 * gets.
 */
function reservedVariables({
  secretNames,
  providers,
}: Pick<OfficeConfig, 'secretNames' | 'providers'>): ReadonlySet<string> {
  const ofProviders = providers.flatMap(({ keyEnvVar }) => keyEnvVar ?? []);
  return new Set([...secretNames, ...ofProviders].map((name) => name.toUpperCase()));
}
