import type { ModelSpec } from '../../protocol/records/models.js';
import { routeTexts } from '../../protocol/texts/routing.js';
import { isWithin } from '../catalogue/tiers.js';
import type { RouteRequest } from './route-request.js';

export interface ModelPool {
  readonly models: readonly ModelSpec[];
  /** What was dropped to find a model; null: nothing. */
  readonly note: string | null;
}

type Test = (model: ModelSpec, request: RouteRequest) => boolean;

const isExcluded: Test = (model, request) => request.excludedModelIds?.includes(model.id) ?? false;
const lacksTools: Test = (model, request) =>
  request.requiresTools === true && !model.capabilities.tools;
const lacksVision: Test = (model, request) =>
  request.requiresVision === true && !model.capabilities.vision;
const isTooSmall: Test = (model, request) => model.contextWindow < (request.minContextTokens ?? 0);

/** Each step drops one more requirement until a model remains. */
const steps: readonly { readonly unfit: readonly Test[]; readonly note: string | null }[] = [
  { unfit: [isExcluded, lacksTools, lacksVision, isTooSmall], note: null },
  { unfit: [isExcluded, isTooSmall], note: routeTexts.droppedCapabilities },
  { unfit: [isExcluded], note: routeTexts.droppedCapabilitiesAndContext },
  { unfit: [], note: routeTexts.fullCatalogue },
];

/** The models that a turn may use; empty only if the catalogue is. */
export function modelPool(models: readonly ModelSpec[], request: RouteRequest): ModelPool {
  for (const step of steps) {
    const fit = models.filter((model) => !step.unfit.some((test) => test(model, request)));
    if (fit.length > 0) return { models: fit, note: step.note };
  }
  return { models: [], note: null };
}

/** The requirement that a model fails; null if it meets all. */
export function shortcomingOf(model: ModelSpec, request: RouteRequest): string | null {
  if (isExcluded(model, request)) return routeTexts.excluded;
  if (lacksTools(model, request)) return routeTexts.lacksTools;
  if (lacksVision(model, request)) return routeTexts.lacksVision;
  if (isTooSmall(model, request)) return routeTexts.contextTooSmall;
  return null;
}

/** The outcome of a policy's named model. */
export type PreferredModel =
  | { readonly kind: 'none' }
  | { readonly kind: 'honoured'; readonly modelId: string }
  | { readonly kind: 'unusable'; readonly note: string };

export function preferredModel(
  models: readonly ModelSpec[],
  pool: ModelPool,
  request: RouteRequest,
  silenceOf: (model: ModelSpec) => string | null = () => null,
): PreferredModel {
  const { preferredModelId: id, minTier, maxTier } = request.policy;
  if (id === undefined) return { kind: 'none' };
  const named = models.filter((model) => model.id === id);
  if (named.length === 0) return { kind: 'unusable', note: routeTexts.preferredUnknown(id) };
  const offered = pool.models.filter((model) => model.id === id);
  if (offered.length === 0) {
    const reasons = named
      .map((model) => silenceOf(model) ?? shortcomingOf(model, request) ?? '')
      .sort();
    return { kind: 'unusable', note: routeTexts.preferredUnfit(id, reasons[0] ?? '') };
  }
  if (!offered.some((model) => isWithin(model.tier, minTier, maxTier))) {
    return { kind: 'unusable', note: routeTexts.preferredOutOfBounds(id, minTier, maxTier) };
  }
  return { kind: 'honoured', modelId: id };
}
