import { modelTiers, taskClasses } from '../../protocol/records/enums.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import type { Warn } from './findings.js';
import { memberOf, present, textOf, textsOf } from './json-values.js';
import type { JsonObject } from './json-values.js';

/** A preference among models; it never adds or removes one. */
export function readRoutingRule(item: JsonObject, at: string, warn: Warn): RoutingRule | null {
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
