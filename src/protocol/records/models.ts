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

/** USD per million tokens. What is absent is not sold apart: cached input costs what input costs. */
export interface TokenPrice {
  readonly in: number;
  readonly out: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** What a model costs, and what it costs where a request's input is longer. */
export interface ModelPrice extends TokenPrice {
  /** Each holds for whole requests with more than `above` tokens of input. */
  readonly tiers?: readonly PriceTier[];
}

export interface PriceTier extends TokenPrice {
  readonly above: number;
}

/** Where the facts of an entry come from. */
export interface EntrySource {
  /** A package with its version, the vendor's own list, a plugin, or the service itself. */
  readonly name: string;
  /** The day of it, `2026-11-10`. */
  readonly date: string;
}

/** An entry of the catalogue, overrides applied. */
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
  /** Prices of caches and of long inputs as well. Absent: only the two above are known. */
  readonly price?: ModelPrice;
  /** Of a model without a price: what it is reckoned at, the dearest that its vendor is known to charge. */
  readonly assumedPrice?: ModelPrice;
  readonly capabilities: ModelCapabilities;
  readonly strengths: readonly TaskClass[];
  readonly defaultEffort?: ReasoningEffort;
  /** Absent = no opinion at all. */
  readonly quality?: ModelQuality;
  readonly origin?: ModelOrigin;
  /** Where its facts come from. */
  readonly source?: EntrySource;
  /** What it reads. Absent: unknown. */
  readonly input?: readonly ('text' | 'image')[];
  /** The efforts of reasoning it may be asked for. Absent: none, or unknown. */
  readonly efforts?: readonly string[];
  /** When its vendor published it, ms. Absent: unknown. */
  readonly released?: number;
  /** Capabilities that nobody stated: what stands above is to be tried. */
  readonly assumed?: readonly (keyof ModelCapabilities)[];
  /** True = tier and prices are inferred. */
  readonly unrated?: boolean;
  /** True = the vendor states no price: the zeros above mean "unknown", not "free". */
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
  /** Last probe; null = not probed. */
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
  /** The endpoint is on this machine, so being down is ordinary. */
  readonly local: boolean;
  readonly discoveredAt: number | null;
}

export interface DiscoveryReport {
  readonly providerId: string;
  readonly ok: boolean;
  readonly models: readonly DiscoveredModel[];
  readonly error: string | null;
  readonly durationMs: number;
  readonly at: number;
}

/** A model as its vendor lists it; an absent field is unknown. */
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
  /** False = the vendor says that it does something else than answer in text. */
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
  /** Why there is none; null where there is some. */
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

/** Operator's correction of one model; an absent field leaves the catalogue value. */
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
  /** Why nobody was asked. */
  readonly note?: string;
}

/** Body of `POST /api/models/benchmarks`; switched off it holds the error alone. */
export interface BenchmarksAnswer {
  readonly ok: boolean;
  readonly error: string | null;
  /** Rows held now. */
  readonly entries?: number;
  readonly coverage?: BenchmarkCoverage;
  readonly models?: readonly ModelSpec[];
}

/** Body of `POST /api/models/health`; switched off it holds the error alone. */
export interface ModelHealthAnswer {
  readonly ok: boolean;
  readonly error?: string;
  readonly fetched?: number;
  readonly failed?: number;
  /** Models that were asked about. */
  readonly considered?: number;
  readonly records?: readonly ModelHealthRecord[];
  readonly status?: ModelHealthStatus;
}
