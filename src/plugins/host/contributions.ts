import { Injectable } from '@nestjs/common';
import { ModelContributions } from '../../models/catalogue/model-contributions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type {
  PluginManifest,
  PluginSkill,
  ProviderKeyStatus,
} from '../../protocol/records/plugins.js';
import type { Skill } from '../../protocol/records/skills.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { skillTokens } from '../../skills/parse-skill.js';
import { SkillsService } from '../../skills/skills.service.js';
import type { Tool } from '../../tools/tool.js';
import { ToolRegistry } from '../../tools/tool-registry.js';
import { PluginPipelines } from '../../workspaces/plugin-pipelines.js';

/** A plugin that is enabled and loaded, with the tools its code registered. */
export interface PluginInForce {
  readonly manifest: PluginManifest;
  readonly tools: readonly Tool[];
  /** By provider. */
  readonly keyStatuses: Readonly<Record<string, ProviderKeyStatus>>;
}

/**
 * Brings what plugins contribute into the registries of the office. Each time it is all withdrawn
 * and offered anew, from what is enabled and loaded then; nothing is patched, so nothing can be left
 * behind.
 */
@Injectable()
export class Contributions {
  private withdrawals: (() => void)[] = [];
  private offered: readonly unknown[] = [];

  constructor(
    private readonly tools: ToolRegistry,
    private readonly skills: SkillsService,
    private readonly models: ModelContributions,
    private readonly pipelines: PluginPipelines,
    private readonly logger: OfficeLogger,
  ) {}

  /** Makes exactly these plugins' contributions the ones in force. */
  recompute(plugins: readonly PluginInForce[]): void {
    const parts = plugins.flatMap(({ manifest, tools, keyStatuses }) => [
      manifest,
      ...Object.values(keyStatuses),
      ...tools,
    ]);
    if (isSame(parts, this.offered)) return;
    this.offered = parts;
    for (const withdraw of this.withdrawals) withdraw();
    this.withdrawals = [];
    for (const plugin of plugins) this.offer(plugin);
  }

  private offer({ manifest, tools, keyStatuses }: PluginInForce): void {
    const { id, contributes = {} } = manifest;
    const { providers = [], models = [], routingRules = [], pipelines = [] } = contributes;
    this.withdrawals.push(
      this.models.register(id, { providers, models, routingRules, keyStatuses }),
      this.pipelines.register(id, pipelines),
    );
    for (const skill of contributes.skills ?? []) {
      this.register(id, 'skill', skill.id, () => this.skills.register(skillOf(id, skill)));
    }
    for (const tool of tools) {
      this.register(id, 'tool', tool.name, () => this.tools.register(tool));
    }
  }

  /** A name that is taken is left out; the plugin keeps the rest. */
  private register(pluginId: string, what: string, name: string, add: () => () => void): void {
    try {
      this.withdrawals.push(add());
    } catch (error) {
      const log = this.logger.scope(`plugin:${pluginId}`);
      log.warn(pluginTexts.contributionTaken(what, name));
      log.debug(messageOf(error));
    }
  }
}

function skillOf(pluginId: string, skill: PluginSkill): Skill {
  return {
    ...skill,
    estimatedTokens: skillTokens(skill.body),
    sourcePath: `plugin:${pluginId}`,
  };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((part, index) => part === others[index]);
}
