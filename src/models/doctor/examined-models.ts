import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock } from '../../platform/clock.js';
import { loadConfig } from '../../platform/config/load-config.js';
import type { EnvironmentSource } from '../../platform/config/read-environment.js';
import { DatabaseModule, platformEntities } from '../../platform/database/database.module.js';
import { NestLogger } from '../../platform/logging/nest-logger.js';
import { createBootContext, PlatformModule } from '../../platform/platform.module.js';
import type { DiscoveryReport } from '../../protocol/records/models.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import { ModelDiscovery } from '../catalogue/discovery/model-discovery.js';
import { ModelContributions } from '../catalogue/model-contributions.js';
import { ModelCaller } from '../gateway/model-call.js';
import { ModelsModule } from '../models.module.js';
import { ModelsService } from '../models.service.js';
import type { ProviderDefinition } from '../providers/provider-definition.js';
import { ProviderRegistry } from '../providers/provider-registry.js';
import { type PlannedExamination, planExamination } from './examination-plan.js';
import { type CheckResult, examineProvider, type ProviderExamination } from './examine-provider.js';

@Module({})
class ExaminedModelsModule {}

/**
 * Overrides of the environment for an examination: nothing is stored, and only models are loaded.
 */
const alone = {
  OFFICE_DB: ':memory:',
  OFFICE_DB_FILE: '',
  OFFICE_REDIS_URL: '',
  OFFICE_LLM_MODE: 'live',
  OFFICE_MODEL_DISCOVERY: 'true',
  OFFICE_MODEL_DISCOVERY_CACHE: 'off',
  OFFICE_TOKEN_RATIO_CACHE: 'off',
  OFFICE_BENCHMARKS: 'false',
  OFFICE_BENCHMARK_CACHE: 'off',
  OFFICE_POOLED_QUALITY_CACHE: 'off',
  OFFICE_ENDPOINT_HEALTH: 'false',
  OFFICE_LOG_LEVEL: 'error',
};

/** A provider with its list, and the plan of its examination. */
export interface ExaminableProvider {
  readonly definition: ProviderDefinition;
  readonly listed: CheckResult;
  /** Null: there is no model to call. */
  readonly planned: PlannedExamination | null;
}

/**
 * The service's models without the rest of the service: with the keys of the environment, an
 * in-memory database and no cache, so a running office is not affected.
 */
export class ExaminedModels {
  private constructor(private readonly context: INestApplicationContext) {}

  /**
   * @param manifests plugins whose providers are examined too
   * @param confirmed ids of those that may get the key named by their plugin
   */
  static async open(
    source: EnvironmentSource,
    manifests: readonly PluginManifest[],
    confirmed: readonly string[],
  ): Promise<ExaminedModels> {
    const ownSource = { ...source, env: { ...source.env, ...alone } };
    const boot = createBootContext(loadConfig(ownSource), ownSource);
    const root = {
      module: ExaminedModelsModule,
      imports: [
        PlatformModule.on(boot),
        DatabaseModule.withEntities(platformEntities),
        ModelsModule,
      ],
    };
    const context = await NestFactory.createApplicationContext(root, {
      abortOnError: false,
      logger: new NestLogger(boot.logger),
    });
    const contributions = context.get(ModelContributions);
    for (const { id, contributes } of manifests) {
      const providers = contributes?.providers ?? [];
      if (providers.length === 0) continue;
      const keyed = providers.filter((provider) => confirmed.includes(provider.id));
      const keyStatuses = Object.fromEntries(keyed.map((one) => [one.id, 'confirmed' as const]));
      contributions.register(id, { providers, models: [], routingRules: [], keyStatuses });
    }
    return new ExaminedModels(context);
  }

  /** Configured providers, without the built-in simulated one. */
  configured(): readonly ProviderDefinition[] {
    return this.known().filter(({ configured, kind }) => configured && kind !== 'mock');
  }

  known(): readonly ProviderDefinition[] {
    return this.context.get(ProviderRegistry, { strict: false }).all();
  }

  /** Fetches the provider's list, which is free of charge. */
  async look(definition: ProviderDefinition): Promise<ExaminableProvider> {
    const discovery = this.context.get(ModelDiscovery, { strict: false });
    const [report] = await discovery.discover([definition], true);
    const listed = listCheck(definition, report);
    const models = this.context.get(ModelsService);
    const routable = models
      .list()
      .filter(({ id, providerId }) => models.callable(providerId, id) !== null)
      .filter(({ providerId }) => providerId === definition.id);
    return { definition, listed, planned: planExamination(routable) };
  }

  examine(found: ExaminableProvider, signal: AbortSignal): Promise<ProviderExamination> {
    const { context } = this;
    const examiner = { caller: context.get(ModelCaller), clock: context.get(Clock), signal };
    return examineProvider(examiner, found.definition, found.listed, found.planned);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** The check of the list, from discovery's report. */
function listCheck(provider: ProviderDefinition, report: DiscoveryReport | undefined): CheckResult {
  const { ok = false, models = [], error = null, durationMs: ms = 0 } = report ?? {};
  const base = { check: 'list' as const, ms, costUsd: 0 };
  if (ok) return { ...base, status: 'ok', finding: `${models.length} model(s)` };
  const reason = error ?? 'no answer';
  // A proxy may lack a list and still serve models.
  const absent = /HTTP (404|405|501)\b/.test(reason);
  const refused = /HTTP 40[013]\b/.test(reason) && provider.keyEnvVar !== null;
  const finding = refused ? `${reason} (${provider.keyEnvVar})` : reason;
  return { ...base, status: absent ? 'warn' : 'failed', finding };
}
