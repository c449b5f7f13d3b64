import { present } from '../../platform/text/foreign-fields.js';
import {
  modelTiers,
  reasoningEfforts,
  stageKinds,
  stageModes,
  taskClasses,
} from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type {
  PluginContributions,
  PluginSkill,
  RoutingRule,
} from '../../protocol/records/plugins.js';
import type { Pipeline, StageSpec } from '../../protocol/records/work.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import {
  countOf,
  finiteOf,
  type JsonObject,
  memberOf,
  objectOf,
  readList,
  shown,
  textOf,
  textsOf,
  type Warn,
} from './json-values.js';
import { readPanel } from './read-panel.js';
import { providerReader } from './read-provider.js';
import { readRoleTemplate } from './read-role-template.js';

/** A manifest's contributions, item by item: unusable ones are dropped with a warning. */
export function readContributions(value: unknown, warn: Warn): PluginContributions | undefined {
  if (value === undefined) return undefined;
  const item = objectOf(value);
  if (item === null) {
    warn(manifestTexts.contributesNotObject);
    return undefined;
  }
  const toolNames = textsOf(item.toolNames);
  const contributions = present({
    providers: readList(item, 'providers', warn, providerReader()),
    models: readList(item, 'models', warn, readModel),
    skills: readList(item, 'skills', warn, readSkill),
    roleTemplates: readList(item, 'roleTemplates', warn, readRoleTemplate),
    pipelines: readList(item, 'pipelines', warn, readPipeline),
    routingRules: readList(item, 'routingRules', warn, readRoutingRule),
    uiPanels: readList(item, 'uiPanels', warn, readPanel),
    toolNames: toolNames.length > 0 ? toolNames : undefined,
  });
  return Object.keys(contributions).length > 0 ? contributions : undefined;
}

/**
 * A pipeline that a plugin offers to every floor. One invalid stage drops the whole, because a
 * pipeline with a gap is not what its author meant.
 */
function readPipeline(item: JsonObject, at: string, warn: Warn): Pipeline | null {
  const id = textOf(item.id);
  const name = textOf(item.name);
  if (id === undefined || name === undefined || !Array.isArray(item.stages)) {
    warn(manifestTexts.pipelineIncomplete(at));
    return null;
  }
  const stages: StageSpec[] = [];
  for (const [index, entry] of item.stages.entries()) {
    const stage = readStage(entry);
    if (typeof stage === 'string') {
      warn(manifestTexts.pipelineStage(at, id, index, stage));
      return null;
    }
    stages.push(stage);
  }
  if (stages.length === 0) {
    warn(manifestTexts.pipelineEmpty(at, id));
    return null;
  }
  return { id, name, description: textOf(item.description) ?? '', stages };
}

/** The stage, or why it cannot run. */
function readStage(entry: unknown): StageSpec | string {
  const item = objectOf(entry);
  if (item === null) return manifestTexts.stageNotObject;
  const name = textOf(item.name);
  if (name === undefined) return manifestTexts.stageNeedsName;
  const kind = memberOf(stageKinds, item.kind);
  if (kind === undefined) return manifestTexts.stageKind(shown(item.kind));
  const mode = memberOf(stageModes, item.mode);
  if (mode === undefined) return manifestTexts.stageMode(shown(item.mode));
  const roleIds = textsOf(item.roleIds);
  if (roleIds.length === 0) return manifestTexts.stageRoles;
  return { kind, name, roleIds, mode, ...readOptions(item) };
}

function readOptions(item: JsonObject): Partial<StageSpec> {
  const tags = textsOf(item.whenTags);
  return present({
    rounds: countOf(item.rounds, 1),
    maxIterations: countOf(item.maxIterations, 1),
    instruction: textOf(item.instruction),
    produces: textOf(item.produces),
    optional: item.optional === true ? true : undefined,
    whenTags: tags.length > 0 ? tags : undefined,
    onDemand: item.onDemand === true ? true : undefined,
    onDecision: item.onDecision === true ? true : undefined,
    readOnly: item.readOnly === true ? true : undefined,
  });
}

/** A preference among models; it never adds or removes one. */
function readRoutingRule(item: JsonObject, at: string, warn: Warn): RoutingRule | null {
  const id = textOf(item.id);
  if (id === undefined) {
    warn(manifestTexts.ruleIncomplete(at));
    return null;
  }
  return {
    id,
    description: textOf(item.description) ?? manifestTexts.ruleUndescribed,
    ...present({
      taskClass: memberOf(taskClasses, item.taskClass),
      tier: memberOf(modelTiers, item.tier),
      preferProviderIds: listOrNothing(item.preferProviderIds),
      preferModelIds: listOrNothing(item.preferModelIds),
      avoidModelIds: listOrNothing(item.avoidModelIds),
    }),
  };
}

function listOrNothing(value: unknown): readonly string[] | undefined {
  const texts = textsOf(value);
  return texts.length > 0 ? texts : undefined;
}

/** A skill of a plugin; its body is unchanged. */
function readSkill(item: JsonObject, at: string, warn: Warn): PluginSkill | null {
  const id = textOf(item.id);
  const name = textOf(item.name);
  const description = textOf(item.description);
  const body = textOf(item.body) === undefined ? undefined : (item.body as string);
  if (id === undefined || name === undefined || description === undefined || body === undefined) {
    warn(manifestTexts.skillIncomplete(at));
    return null;
  }
  const classes = labelsOf(item.taskClasses);
  const taskClasses = classes.length > 0 ? classes : undefined;
  return { id, name, description, body, tags: labelsOf(item.tags), ...present({ taskClasses }) };
}

/** Labels may be numbers or flags; other values are dropped. */
function labelsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const plain = typeof item === 'number' || typeof item === 'boolean';
    return textOf(plain ? String(item) : item) ?? [];
  });
}

const defaultContextWindow = 128_000;
const defaultMaxOutputTokens = 8192;

/** A plugin's catalogue entry; one without id, provider or known tier is dropped. */
function readModel(item: JsonObject, at: string, warn: Warn): ModelSpec | null {
  const id = textOf(item.id);
  const providerId = textOf(item.providerId);
  const tier = memberOf(modelTiers, item.tier);
  if (id === undefined || providerId === undefined || tier === undefined) {
    warn(manifestTexts.modelIncomplete(at));
    return null;
  }
  const price = (field: string) => readPrice(item[field], field, at, warn);
  return {
    id,
    providerId,
    label: textOf(item.label) ?? id,
    tier,
    contextWindow: countOf(item.contextWindow, 1) ?? defaultContextWindow,
    maxOutputTokens: countOf(item.maxOutputTokens, 1) ?? defaultMaxOutputTokens,
    costPerMTokIn: price('costPerMTokIn'),
    costPerMTokOut: price('costPerMTokOut'),
    capabilities: readCapabilities(objectOf(item.capabilities) ?? {}),
    strengths: readStrengths(item.strengths),
    origin: 'plugin',
    ...present({ defaultEffort: memberOf(reasoningEfforts, item.defaultEffort) }),
  };
}

/** An impossible price becomes 0, and the model is kept. */
function readPrice(value: unknown, field: string, at: string, warn: Warn): number {
  if (value === undefined) return 0;
  const price = finiteOf(value);
  if (price === undefined) warn(manifestTexts.priceNotNumber(at, field));
  else if (price < 0) warn(manifestTexts.priceNegative(at, field, price));
  return Math.max(price ?? 0, 0);
}

function readCapabilities(item: JsonObject): ModelSpec['capabilities'] {
  return {
    tools: item.tools === true,
    vision: item.vision === true,
    reasoning: item.reasoning === true,
    streaming: item.streaming !== false,
  };
}

function readStrengths(value: unknown): ModelSpec['strengths'] {
  return Array.isArray(value) ? value.flatMap((item) => memberOf(taskClasses, item) ?? []) : [];
}
