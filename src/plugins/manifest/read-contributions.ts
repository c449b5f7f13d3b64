import type { PluginContributions } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import type { Warn } from './findings.js';
import { objectOf, present, textsOf } from './json-values.js';
import { readList } from './read-list.js';
import { readModel } from './read-model.js';
import { readPanel } from './read-panel.js';
import { readPipeline } from './read-pipeline.js';
import { providerReader } from './read-provider.js';
import { readRoleTemplate } from './read-role-template.js';
import { readRoutingRule } from './read-routing-rule.js';
import { readSkill } from './read-skill.js';

/**
 * Everything a manifest contributes, item by item: what cannot be used is dropped with a warning
 * and the rest stays.
 */
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
