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

/** An enabled and loaded plugin, with the tools registered by its code. */
export interface PluginInForce {
  readonly manifest: PluginManifest;
  readonly tools: readonly Tool[];
  /** By provider. */
  readonly keyStatuses: Readonly<Record<string, ProviderKeyStatus>>;
}

/**
 * Registers plugins' contributions in the office's registries. On each change everything is removed
 * and added again, so nothing outdated remains.
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

  /** Makes the contributions of exactly these plugins effective. */
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

  /** Skips a taken name; the plugin keeps the rest. */
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
