import type {
  ModelOrigin,
  ModelSource,
  ModelTier,
  QualitySource,
  ReasoningEffort,
  TaskClass,
} from './enums.js';

export interface ModelCapabilities {
  readonly tools: boolean;
  readonly vision: boolean;
  readonly reasoning: boolean;
  readonly streaming: boolean;
}

/** USD per million tokens. An absent cache price means that the price of ordinary input applies. */
export interface TokenPrice {
  readonly in: number;
  readonly out: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** A model's price, with tiers for long inputs. */
export interface ModelPrice extends TokenPrice {
  /** Each tier applies to whole requests with more than `above` input tokens. */
  readonly tiers?: readonly PriceTier[];
}

export interface PriceTier extends TokenPrice {
  readonly above: number;
}

/** The source of an entry's facts. */
export interface EntrySource {
  /** A package with its version, the provider's own list, a plugin, or the service itself. */
  readonly name: string;
  /** Date of the source, such as `2026-11-10`. */
  readonly date: string;
}

/** An entry of the catalogue with overrides applied. */
export interface ModelSpec {
  readonly id: string;
  readonly providerId: string;
  readonly label: string;
  readonly tier: ModelTier;
  /** Tokens. */
  readonly contextWindow: number;
  /** Tokens. */
  readonly maxOutputTokens: number;
  /** USD per million tokens. */
  readonly costPerMTokIn: number;
  readonly costPerMTokOut: number;
  /** Prices including caches and long inputs. Absent: only the two above are known. */
  readonly price?: ModelPrice;
  /** Price used for a model without one: the highest that its provider is known to charge. */
  readonly assumedPrice?: ModelPrice;
  readonly capabilities: ModelCapabilities;
  readonly strengths: readonly TaskClass[];
  readonly defaultEffort?: ReasoningEffort;
  /** Absent: no source has an opinion. */
  readonly quality?: ModelQuality;
  readonly origin?: ModelOrigin;
  /** The source of the entry's facts. */
  readonly source?: EntrySource;
  /** Kinds of input. Absent: unknown. */
  readonly input?: readonly ('text' | 'image')[];
  /** Reasoning efforts that may be requested. Absent: none, or unknown. */
  readonly efforts?: readonly string[];
  /** Publication date, ms. Absent: unknown. */
  readonly released?: number;
  /** Capabilities above that no source states; they are assumed until tried. */
  readonly assumed?: readonly (keyof ModelCapabilities)[];
  /** True = tier and prices are inferred. */
  readonly unrated?: boolean;
  /** True = the provider states no price: the zeros above mean "unknown", not "free". */
  readonly unpriced?: boolean;
  /** True = switched off: listed, never routed to. */
  readonly disabled?: boolean;
}

/** Blend of opinions. `opinions` in the full form, `sources` in the projection of state frames. */
export interface ModelQuality {
  readonly quality: number;
  readonly fitness: Readonly<Partial<Record<TaskClass, number>>>;
  readonly opinions?: readonly QualityOpinion[];
  readonly sources?: readonly QualitySource[];
}

export interface QualityOpinion {
  readonly source: QualitySource;
  readonly quality: number;
  readonly fitness: Readonly<Partial<Record<TaskClass, number>>>;
  readonly confidence: number;
  readonly samples?: number;
  readonly attribution?: string;
  readonly at?: number;
}

export interface ProviderStatus {
  readonly id: string;
  readonly label: string;
  readonly configured: boolean;
  /** Result of the last probe; null = not probed. */
  readonly ok: boolean | null;
  readonly detail: string | null;
  /** How to configure it; null when configured. */
  readonly hint: string | null;
  readonly modelCount: number;
  /** Null = built in. */
  readonly pluginId: string | null;
  readonly modelSource: ModelSource;
  /** Why degraded; null otherwise. */
  readonly modelSourceDetail: string | null;
  /** The endpoint is on this machine, so an unreachable one is no fault. */
  readonly local: boolean;
  readonly discoveredAt: number | null;
  /** What the provider said when it last refused the key; absent: it took the key. */
  readonly keyRefusal?: string;
}

export interface DiscoveryReport {
  readonly providerId: string;
  readonly ok: boolean;
  readonly models: readonly DiscoveredModel[];
  readonly error: string | null;
  /** The error is that the provider refused the key. */
  readonly keyRefused?: true;
  readonly durationMs: number;
  readonly at: number;
}

/** A model in a provider's own list; absent fields are unknown. */
export interface DiscoveredModel {
  readonly id: string;
  readonly label?: string;
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly costPerMTokIn?: number;
  readonly costPerMTokOut?: number;
  readonly costPerMTokCacheRead?: number;
  readonly costPerMTokCacheWrite?: number;
  readonly capabilities?: Partial<ModelCapabilities>;
  /** False = the provider says that the model does not answer in text. */
  readonly converses?: boolean;
  readonly created?: number;
  readonly ownedBy?: string;
}

/** How much quality data there is. */
export interface ModelSignals {
  readonly benchmarks: BenchmarkCoverage;
  readonly health: {
    readonly enabled: boolean;
    readonly known: number;
    readonly fetchedAt: number | null;
  };
  readonly learned: { readonly models: number; readonly samples: number };
}

export interface BenchmarkCoverage {
  readonly enabled: boolean;
  readonly entries: number;
  readonly models: number;
  readonly measured: number;
  readonly fetchedAt: number | null;
  readonly attribution: string;
  /** Why there is no quality data; null if there is some. */
  readonly detail: string | null;
}

export interface ModelHealthRecord {
  readonly modelId: string;
  readonly permaslug: string;
  /** Best endpoint, 0..1; null = none reported. */
  readonly uptime: number | null;
  readonly endpointCount: number;
  /** Endpoints with an uptime of 0.9 or more. */
  readonly healthyCount: number;
  readonly at: number;
}

export interface ModelHealthStatus {
  readonly enabled: boolean;
  readonly known: number;
  readonly fetchedAt: number | null;
}

/** An operator's correction of one model; absent fields keep the catalogue's value. */
export interface ModelOverride {
  readonly tier?: ModelTier;
  readonly costPerMTokIn?: number;
  readonly costPerMTokOut?: number;
  readonly costPerMTokCacheRead?: number;
  readonly costPerMTokCacheWrite?: number;
  /** Tokens. */
  readonly contextWindow?: number;
  /** Tokens. */
  readonly maxOutputTokens?: number;
  readonly capabilities?: Partial<ModelCapabilities>;
  readonly quality?: number;
  readonly fitness?: Readonly<Partial<Record<TaskClass, number>>>;
}

/** Body of `POST /api/models/discover`. */
export interface DiscoveryAnswer {
  readonly reports: readonly DiscoveryReport[];
  readonly providers: readonly ProviderStatus[];
  readonly models: readonly ModelSpec[];
  /** Why no provider was asked. */
  readonly note?: string;
}

/** Body of `POST /api/models/benchmarks`; if switched off, only the error. */
export interface BenchmarksAnswer {
  readonly ok: boolean;
  readonly error: string | null;
  /** Rows held now. */
  readonly entries?: number;
  readonly coverage?: BenchmarkCoverage;
  readonly models?: readonly ModelSpec[];
}

/** Body of `POST /api/models/health`; if switched off, only the error. */
export interface ModelHealthAnswer {
  readonly ok: boolean;
  readonly error?: string;
  readonly fetched?: number;
  readonly failed?: number;
  /** Number of models asked about. */
  readonly considered?: number;
  readonly records?: readonly ModelHealthRecord[];
  readonly status?: ModelHealthStatus;
}

/** Providers whose key may be given by a command. */
export interface ProviderKeys {
  /** Why none can be given now; null: it can. */
  readonly refusal: string | null;
  readonly providers: readonly ProviderKey[];
}

export interface ProviderKey {
  readonly id: string;
  readonly label: string;
  /** A key was given by a command; it is never told. */
  readonly stored: boolean;
}
