import { Injectable } from '@nestjs/common';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import { ToolRegistry } from '../../tools/tool-registry.js';

/** Plugin ids by tool name. */
export type ToolOwners = Readonly<Record<string, string>>;

/**
 * Owners of plugins' tool names. Names of two plugins can coincide (`a.b` with `c_d`, `a.b.c` with
 * `d`), and roles are granted names; so a name belongs to the plugin that published it first until
 * that plugin is removed.
 */
@Injectable()
export class ToolNames {
  private stored: ReadonlyMap<string, string> = new Map();
  /** Claimed, but not stored yet. */
  private readonly claims = new Map<string, string>();

  constructor(private readonly tools: ToolRegistry) {}

  /** Sets the stored owners; stored claims are dropped from the pending ones. */
  load(stored: ToolOwners): void {
    this.stored = new Map(Object.entries(stored));
    for (const name of this.stored.keys()) this.claims.delete(name);
  }

  /** @throws Error with the reason if the name belongs to another plugin. */
  claim(pluginId: string, name: string): void {
    const owner = this.stored.get(name) ?? this.claims.get(name);
    if (owner !== undefined && owner !== pluginId) {
      throw new Error(pluginCodeTexts.toolOfOther(name, owner));
    }
    if (this.tools.get(name) !== undefined) throw new Error(pluginCodeTexts.toolRegistered(name));
    if (owner === undefined) this.claims.set(name, pluginId);
  }

  /** Forgets the claims of a removed plugin. */
  release(pluginId: string): void {
    for (const [name, owner] of this.claims) if (owner === pluginId) this.claims.delete(name);
  }

  /** Claims to be stored. */
  claimed(): ToolOwners {
    return Object.fromEntries(this.claims);
  }
}
