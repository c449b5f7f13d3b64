import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { CatalogueRevision } from '../catalogue/catalogue-revision.js';
import { CountedProvider } from '../tokens/counted-provider.js';
import { TokenEstimates } from '../tokens/token-estimates.js';
import { MockProvider } from './simulated/mock-provider.js';
import { ModelContributions } from '../catalogue/model-contributions.js';
import { CallObserver } from './call-observer.js';
import { LiveProvider } from './live/live-provider.js';
import type { ModelProvider } from './model-provider.js';
import { ObservedProvider } from './observed-provider.js';
import { defineProviders } from './provider-definition.js';
import type { ProviderDefinition } from './provider-definition.js';

/** Knows all providers and holds their connections; rebuilt when plugins change. */
@Injectable()
export class ProviderRegistry {
  private revisionSeen = -1;
  private known: ReadonlyMap<string, ProviderDefinition> = new Map();
  private readonly connections = new Map<string, ModelProvider>();

  constructor(
    private readonly config: OfficeConfig,
    private readonly contributions: ModelContributions,
    private readonly revision: CatalogueRevision,
    private readonly observer: CallObserver,
    private readonly estimates: TokenEstimates,
  ) {}

  /** Built-in providers first. */
  all(): readonly ProviderDefinition[] {
    return [...this.definitions().values()];
  }

  find(id: string): ProviderDefinition | undefined {
    return this.definitions().get(id);
  }

  /** True if it can be called: it is configured, and the mode is not mock. */
  isServed(id: string): boolean {
    return this.config.llm.mode !== 'mock' && (this.find(id)?.configured ?? false);
  }

  /** The connection to a provider; null if it is unknown or not configured. */
  connection(id: string): ModelProvider | null {
    const definition = this.find(id);
    if (definition === undefined) return null;
    let connection = this.connections.get(id) ?? null;
    if (connection === null) {
      connection = this.connect(definition);
      if (connection !== null) this.connections.set(id, connection);
    }
    return connection;
  }

  private connect(definition: ProviderDefinition): ModelProvider | null {
    if (this.config.llm.mode === 'mock' || definition.kind === 'mock') {
      return new MockProvider(definition.id, this.config.mock);
    }
    if (!definition.configured) return null;
    const live = new CountedProvider(new LiveProvider(definition), this.estimates, this.observer);
    return new ObservedProvider(live, this.observer, definition);
  }

  private definitions(): ReadonlyMap<string, ProviderDefinition> {
    if (this.revisionSeen !== this.revision.current) {
      const { providers, environment } = this.config;
      const defined = defineProviders(providers, this.contributions.providers(), environment);
      this.known = new Map(defined.map((definition) => [definition.id, definition]));
      this.connections.clear();
      this.revisionSeen = this.revision.current;
    }
    return this.known;
  }
}
