import { Injectable } from '@nestjs/common';
import { Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import { RefusedError } from '../platform/errors/office-error.js';
import type { ToolInfo } from '../protocol/records/skills.js';
import { pluginCodeTexts } from '../protocol/texts.js';
import type { Tool } from './tool.js';

/**
 * Every tool that can be granted, by name, in order of registration. Whoever contributes tools
 * (this module, plugins, mcp, vendors) registers them here; whoever runs them looks here.
 */
@Injectable()
export class ToolRegistry {
  private readonly tools = new Map<string, Tool>();
  private readonly changes = new Subject<void>();

  /** Fires after the set of tools changed. */
  readonly changes$: Observable<void> = this.changes.asObservable();

  /**
   * @returns a function that withdraws the tool; calling it again does nothing.
   * @throws RefusedError when the name is taken.
   */
  register(tool: Tool): () => void {
    if (this.tools.has(tool.name)) {
      throw new RefusedError(pluginCodeTexts.toolRegistered(tool.name));
    }
    this.tools.set(tool.name, tool);
    this.changes.next();
    return () => this.withdraw(tool);
  }

  get(name: string): Tool | undefined {
    return this.tools.get(name);
  }

  list(): readonly Tool[] {
    return [...this.tools.values()];
  }

  /** Body of `GET /api/tools`. */
  infos(): readonly ToolInfo[] {
    return this.list().map(({ name, description, pluginId }) => ({ name, description, pluginId }));
  }

  private withdraw(tool: Tool): void {
    if (this.tools.get(tool.name) !== tool) return;
    this.tools.delete(tool.name);
    this.changes.next();
  }
}
