import { isDeepStrictEqual } from 'node:util';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ToolRegistry } from '../../tools/tool-registry.js';
import { mcpTool, type ToolServer } from './mcp-tool.js';
import { publishedNames } from './published-name.js';
import type { ToolDescriptor } from './tool-descriptor.js';

interface Published {
  readonly descriptor: ToolDescriptor;
  readonly withdraw: () => void;
}

/** One server's tools in the registry, kept in sync with its list. */
export class PublishedTools {
  /** By published name. */
  private readonly published = new Map<string, Published>();

  constructor(private readonly registry: ToolRegistry) {}

  get count(): number {
    return this.published.size;
  }

  /** Names that employees use. */
  names(): readonly string[] {
    return [...this.published.keys()];
  }

  /**
   * Removes missing and changed tools and publishes new ones; unchanged ones keep their entry.
   * @returns true if anything changed, and what could not be published.
   */
  update(
    tools: readonly ToolDescriptor[],
    server: ToolServer,
  ): { readonly changed: boolean; readonly notes: readonly string[] } {
    const { named: wanted, doubled } = publishedNames(server.id, tools);
    const notes = doubled.map(mcpTexts.alreadyPublished);
    const withdrawn = this.withdrawAllBut(wanted);
    const fresh = [...wanted].filter(([name]) => !this.published.has(name));
    for (const [name, descriptor] of fresh) {
      if (!this.publish(name, descriptor, server)) notes.push(mcpTexts.alreadyPublished(name));
    }
    return { changed: withdrawn || fresh.length > 0, notes };
  }

  withdrawAll(): void {
    this.withdrawAllBut(new Map());
  }

  private withdrawAllBut(kept: ReadonlyMap<string, ToolDescriptor>): boolean {
    const gone = [...this.published].filter(
      ([name, { descriptor }]) => !isDeepStrictEqual(kept.get(name), descriptor),
    );
    for (const [name, { withdraw }] of gone) {
      withdraw();
      this.published.delete(name);
    }
    return gone.length > 0;
  }

  /** False: another tool has the name. */
  private publish(name: string, descriptor: ToolDescriptor, server: ToolServer): boolean {
    if (this.registry.get(name) !== undefined) return false;
    const withdraw = this.registry.register(mcpTool(name, descriptor, server));
    this.published.set(name, { descriptor, withdraw });
    return true;
  }
}
