import { Injectable } from '@nestjs/common';
import { RefusedError } from '../platform/errors/office-error.js';
import type { ToolInfo } from '../protocol/records/skills.js';
import { pluginCodeTexts } from '../protocol/texts/plugin-code.js';
import { innateTools } from './innate-tools.js';
import { setPlanTool } from './notes/set-plan.tool.js';
import type { Tool } from './tool.js';

const innate: ReadonlyMap<string, Tool> = new Map(
  [...innateTools, setPlanTool].map((tool) => [tool.name, tool]),
);

/**
 * All tools that can be granted, by name, in registration order; and those that everybody holds,
 * which are found by name but not listed. Contributors (this module, plugins, mcp, vendors)
 * register tools here.
 */
@Injectable()
export class ToolRegistry {
  private readonly tools = new Map<string, Tool>();

  /**
   * @returns a function that removes the tool; idempotent.
   * @throws RefusedError if the name is taken.
   */
  register(tool: Tool): () => void {
    if (this.get(tool.name) !== undefined) {
      throw new RefusedError(pluginCodeTexts.toolRegistered(tool.name));
    }
    this.tools.set(tool.name, tool);
    return () => this.withdraw(tool);
  }

  get(name: string): Tool | undefined {
    return innate.get(name) ?? this.tools.get(name);
  }

  list(): readonly Tool[] {
    return [...this.tools.values()];
  }

  /** Body of `GET /api/tools`. */
  infos(): readonly ToolInfo[] {
    return this.list().map(({ name, description, pluginId }) => ({ name, description, pluginId }));
  }

  private withdraw(tool: Tool): void {
    if (this.tools.get(tool.name) === tool) this.tools.delete(tool.name);
  }
}
