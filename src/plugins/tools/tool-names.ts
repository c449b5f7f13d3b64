import { Injectable } from '@nestjs/common';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import { ToolRegistry } from '../../tools/tool-registry.js';

/** Ids of plugins by the name of a tool they published. */
export type ToolOwners = Readonly<Record<string, string>>;

/**
 * Whose each name of a plugin's tool is. The names of two plugins can be spelled alike (`a.b` with
 * `c_d`, `a.b.c` with `d`), and roles are granted names; so a name stays with the plugin that
 * published it first, turned off or not, until that plugin is removed.
 */
@Injectable()
export class ToolNames {
  private stored: ReadonlyMap<string, string> = new Map();
  /** Claimed since, and not stored yet. */
  private readonly claims = new Map<string, string>();

  constructor(private readonly tools: ToolRegistry) {}

  /** The owners as they are stored now; claims that are among them have been kept. */
  load(stored: ToolOwners): void {
    this.stored = new Map(Object.entries(stored));
    for (const name of this.stored.keys()) this.claims.delete(name);
  }

  /** @throws Error with the reason when the name is another's. */
  claim(pluginId: string, name: string): void {
    const owner = this.stored.get(name) ?? this.claims.get(name);
    if (owner !== undefined && owner !== pluginId) {
      throw new Error(pluginCodeTexts.toolOfOther(name, owner));
    }
    if (this.tools.get(name) !== undefined) throw new Error(pluginCodeTexts.toolRegistered(name));
    if (owner === undefined) this.claims.set(name, pluginId);
  }

  /** Forgets the claims of a plugin that was removed. */
  release(pluginId: string): void {
    for (const [name, owner] of this.claims) if (owner === pluginId) this.claims.delete(name);
  }

  /** What is to be stored besides the owners that are. */
  claimed(): ToolOwners {
    return Object.fromEntries(this.claims);
  }
}
