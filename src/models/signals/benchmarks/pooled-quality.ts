import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { acceptedItems, lenient } from '#platform/text/foreign-fields.js';
import type { BenchmarkCoverage, ModelSpec, QualityOpinion } from '#protocol/records/models.js';
import { lookupTexts } from '#protocol/texts/models.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { BenchmarkIndex, type MeasuredModel } from './benchmark-index.js';
import { BenchmarkSource, rowsIn } from './benchmark-source.js';
import { openRouterConfidence, openRouterIndex } from './openrouter-benchmarks.js';

const mostRows = 5000;

const index = lenient(z.number().transform((value) => Math.min(1, Math.max(0, (value - 15) / 65))));

const rowSchema = z.object({
  slug: lenient(z.string()),
  name: lenient(z.string()),
  evaluations: lenient(
    z.object({
      artificial_analysis_intelligence_index: index,
      artificial_analysis_coding_index: index,
      artificial_analysis_math_index: index,
    }),
  ),
});

const rowsSchema = acceptedItems(rowSchema, mostRows);

const artificialAnalysisUrl = 'https://artificialanalysis.ai/api/v2/data/llms/models';

/**
 * Public benchmarks as opinions on models: OpenRouter's, and Artificial Analysis's for models that
 * OpenRouter does not measure. Mock mode makes no requests.
 */
@Injectable()
export class PooledQuality implements OnModuleInit, OnApplicationShutdown {
  private readonly openRouter: BenchmarkSource;
  private readonly artificialAnalysis: BenchmarkSource;
  private readonly closing = new AbortController();
  private refreshing: Promise<string | null> | null = null;

  constructor(
    private readonly config: OfficeConfig,
    private readonly revision: CatalogueRevision,
    clock: Clock,
    logger: OfficeLogger,
  ) {
    const scoped = logger.scope('models');
    this.openRouter = new BenchmarkSource(openRouterOptions(config), clock, scoped);
    this.artificialAnalysis = new BenchmarkSource(artificialAnalysisOptions(config), clock, scoped);
  }

  get enabled(): boolean {
    return this.config.benchmarks.enabled;
  }

  async onModuleInit(): Promise<void> {
    if (!this.mayAsk) return;
    await Promise.all(this.sources.map((source) => source.load()));
    this.revision.advance();
  }

  /** Waits for pending writes. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.sources.map((source) => source.close()));
  }

  /** At most one opinion, preferably OpenRouter's. */
  opinionOn(model: ModelSpec): QualityOpinion | null {
    return this.openRouter.opinionOn(model) ?? this.artificialAnalysis.opinionOn(model);
  }

  /** Fetches from sources that have a key and old data; true if any was fetched. */
  async refreshStale(): Promise<boolean> {
    if (!this.mayAsk) return false;
    const stale = this.sources.filter((source) => source.missing === null && source.isStale);
    await this.ask(stale);
    return stale.length > 0;
  }

  /**
   * Fetches now, shared by concurrent callers; null, or why OpenRouter's benchmarks could not be
   * fetched.
   */
  refresh(): Promise<string | null> {
    this.refreshing ??= this.ask(this.sources)
      .then(([error = null]) => error)
      .finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  coverage(): BenchmarkCoverage {
    return { enabled: this.enabled, ...this.figures(), detail: this.whyEmpty() };
  }

  private figures(): Omit<BenchmarkCoverage, 'enabled' | 'detail'> {
    const better =
      !this.openRouter.hasData && this.artificialAnalysis.hasData
        ? this.artificialAnalysis
        : this.openRouter;
    return better.figures();
  }

  private get sources(): readonly BenchmarkSource[] {
    return [this.openRouter, this.artificialAnalysis];
  }

  private get mayAsk(): boolean {
    return this.enabled && this.config.llm.mode === 'live';
  }

  private async ask(sources: readonly BenchmarkSource[]): Promise<(string | null)[]> {
    const { signal } = this.closing;
    const errors = await Promise.all(sources.map((source) => source.refresh(signal)));
    this.revision.advance();
    return errors;
  }

  private whyEmpty(): string | null {
    if (!this.enabled) return lookupTexts.switchedOff;
    if (this.sources.some((source) => source.hasData)) return null;
    return this.openRouter.missing ?? lookupTexts.nothingYet;
  }
}

function openRouterOptions({ providers, benchmarks }: OfficeConfig) {
  const openrouter = providers.find(({ id }) => id === 'openrouter');
  return {
    label: 'OpenRouter',
    url: `${openrouter?.baseUrl ?? ''}/benchmarks`,
    key: openrouter?.key ?? null,
    headers: (key: string) => ({ authorization: `Bearer ${key}` }),
    cache: benchmarks,
    index: openRouterIndex,
    confidence: openRouterConfidence,
    attribution: lookupTexts.openRouterCredit,
  };
}

function artificialAnalysisOptions({ pooledQuality }: OfficeConfig) {
  return {
    label: 'Artificial Analysis',
    url: artificialAnalysisUrl,
    key: pooledQuality.key,
    headers: (key: string) => ({ 'x-api-key': key }),
    cache: pooledQuality,
    index: artificialAnalysisIndex,
    confidence: artificialAnalysisConfidence,
    attribution: lookupTexts.artificialAnalysisCredit,
  };
}

function artificialAnalysisConfidence(): number {
  return 0.55;
}

/** Indices of Artificial Analysis, scaled from about 15..80 to 0..1. */
export function artificialAnalysisIndex(body: unknown): BenchmarkIndex {
  const rows = rowsSchema.parse(rowsIn(body));
  return new BenchmarkIndex(rows.flatMap(measuredModel), rows.length);
}

function measuredModel(row: z.output<typeof rowSchema>): MeasuredModel[] {
  const names = [row.slug, row.name].filter((name) => name !== undefined);
  const [slug] = names;
  if (slug === undefined || row.evaluations === undefined) return [];
  const {
    artificial_analysis_intelligence_index: intelligence,
    artificial_analysis_coding_index: coding,
    artificial_analysis_math_index: math,
  } = row.evaluations;
  // Coding or mathematics alone give no overall verdict.
  if (intelligence === undefined) return [{ slug: slug.toLowerCase(), names, scores: {} }];
  return [
    {
      slug: slug.toLowerCase(),
      names,
      scores: {
        intelligence,
        ...(coding !== undefined && { coding }),
        ...(math !== undefined && { math }),
      },
    },
  ];
}
