import { Injectable } from '@nestjs/common';
import type { ModelSpec } from '../../protocol/records/models.js';
import type {
  PluginProvider,
  ProviderKeyStatus,
  RoutingRule,
} from '../../protocol/records/plugins.js';
import { CatalogueRevision } from './catalogue-revision.js';

/** A plugin's contribution to model routing. */
interface ModelContribution {
  readonly providers: readonly PluginProvider[];
  readonly models: readonly ModelSpec[];
  readonly routingRules: readonly RoutingRule[];
  /** By provider; a provider without an entry is waiting for confirmation. */
  readonly keyStatuses?: Readonly<Record<string, ProviderKeyStatus>>;
}

export interface ContributedProvider {
  readonly pluginId: string;
  readonly provider: PluginProvider;
  readonly keyStatus: ProviderKeyStatus;
}

/** Providers, models and rules of plugins, in the order of registration. */
@Injectable()
export class ModelContributions {
  private readonly byPlugin = new Map<string, ModelContribution>();

  constructor(private readonly revision: CatalogueRevision) {}

  /** Replaces a plugin's contribution; returns a function that removes it. */
  register(pluginId: string, contribution: ModelContribution): () => void {
    this.byPlugin.set(pluginId, contribution);
    this.revision.advance();
    return () => {
      if (this.byPlugin.get(pluginId) !== contribution) return;
      this.byPlugin.delete(pluginId);
      this.revision.advance();
    };
  }

  providers(): ContributedProvider[] {
    return [...this.byPlugin].flatMap(([pluginId, { providers, keyStatuses = {} }]) =>
      providers.map((provider) => ({
        pluginId,
        provider,
        keyStatus: keyStatuses[provider.id] ?? 'waiting',
      })),
    );
  }

  models(): ModelSpec[] {
    return [...this.byPlugin.values()].flatMap(({ models }) => models);
  }

  routingRules(): RoutingRule[] {
    return [...this.byPlugin.values()].flatMap(({ routingRules }) => routingRules);
  }
}
