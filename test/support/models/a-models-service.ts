import { PooledQuality } from '#models/signals/benchmarks/pooled-quality.js';
import { CatalogueInputs } from '#models/catalogue/catalogue-inputs.js';
import { CatalogueRevision } from '#models/catalogue/catalogue-revision.js';
import { ModelCatalogue } from '#models/catalogue/model-catalogue.js';
import { ModelDiscovery } from '#models/catalogue/discovery/model-discovery.js';
import { EndpointHealth } from '#models/signals/health/endpoint-health.js';
import { LearnedQuality } from '#models/signals/learned/learned-quality.js';
import type { TurnOutcomes } from '#models/signals/learned/turn-outcomes.js';
import { KeyRefusals } from '#models/signals/availability/key-refusals.js';
import { ProviderAvailability } from '#models/signals/availability/provider-availability.js';
import { CapabilityFindings } from '#models/signals/learned/capability-findings.js';
import type { CallObserver } from '#models/providers/call-observer.js';
import { ModelContributions } from '#models/catalogue/model-contributions.js';
import { ModelSettings } from '#models/catalogue/model-settings.js';
import { ModelRouter } from '#models/model-router.js';
import { ProviderStatuses } from '#models/provider-statuses.js';
import { ModelsService } from '#models/models.service.js';
import { ProviderRegistry } from '#models/providers/provider-registry.js';
import { LearnedRatios } from '#models/tokens/learned-ratios.js';
import { TokenEstimates } from '#models/tokens/token-estimates.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { aModelsConfig, FixedClock } from './models-config.js';

/** The models of an office, with the parts that a test can replace. */
export interface AssembledModels {
  readonly service: ModelsService;
  readonly settings: ModelSettings;
  readonly contributions: ModelContributions;
  readonly discovery: ModelDiscovery;
  readonly registry: ProviderRegistry;
  readonly availability: ProviderAvailability;
  readonly learned: LearnedQuality;
  readonly clock: FixedClock;
  /** Warnings and errors so far. */
  readonly complaints: string[];
}

/** Built as in the module, without Nest and cache files. */
export function assembleModels(
  env: Readonly<Record<string, string>> = {},
  outcomes: TurnOutcomes | null = null,
): AssembledModels {
  const config: OfficeConfig = aModelsConfig({
    OFFICE_LLM_MODE: 'mock',
    OFFICE_MODEL_DISCOVERY_CACHE: 'off',
    OFFICE_BENCHMARK_CACHE: 'off',
    OFFICE_POOLED_QUALITY_CACHE: 'off',
    OFFICE_ENDPOINT_HEALTH_CACHE: 'off',
    OFFICE_TOKEN_RATIO_CACHE: 'off',
    ...env,
  });
  const complaints: string[] = [];
  const clock = new FixedClock();
  const sinks = { out: () => {}, err: (line: string) => void complaints.push(line) };
  const logger = new OfficeLogger({ clock, level: 'warn', sinks });
  const revision = new CatalogueRevision();
  const settings = new ModelSettings(revision);
  const contributions = new ModelContributions(revision);
  const ratios = new LearnedRatios(config, clock, logger);
  const estimates = new TokenEstimates(config, ratios, logger);
  const availability = new ProviderAvailability(config, revision, clock);
  const keys = new KeyRefusals(revision);
  const findings = new CapabilityFindings(revision, clock);
  const observer: CallObserver = {
    answered: (id) => availability.answered(id),
    unreachable: (id, reason) => availability.unreachable(id, reason),
    judgedKey: (provider, refusal) => keys.note(provider, refusal),
    refusedTools: ({ providerId, id }, said) =>
      findings.apply([{ providerId, modelId: id, lacks: 'tools', said, at: clock.now() }]),
    refusedReasoning: ({ providerId, id: modelId }, said) =>
      findings.apply([{ providerId, modelId, lacks: 'returned-reasoning', said, at: clock.now() }]),
    refusesReasoning: (model) => findings.refusesReasoning(model),
    doubted: ({ id }, { what, told }) => void complaints.push(`${id}: ${told} ${what}`),
  };
  const registry = new ProviderRegistry(config, contributions, revision, observer, estimates);
  const discovery = new ModelDiscovery(config, registry, revision, availability, clock, logger);
  const learned = new LearnedQuality(config, revision, clock, outcomes, logger);
  const pooled = new PooledQuality(config, revision, clock, logger);
  const inputs = new CatalogueInputs(
    registry,
    contributions,
    settings,
    discovery,
    learned,
    pooled,
    findings,
  );
  const catalogue = new ModelCatalogue(config, registry, inputs, discovery, revision, logger);
  const health = new EndpointHealth(config, clock, logger);
  const service = new ModelsService(
    catalogue,
    registry,
    new ModelRouter(catalogue, registry, contributions, availability, learned, health),
    new ProviderStatuses(catalogue, registry, discovery, availability, keys, revision),
    learned,
    pooled,
    health,
  );
  return {
    service,
    settings,
    contributions,
    discovery,
    registry,
    availability,
    learned,
    clock,
    complaints,
  };
}
