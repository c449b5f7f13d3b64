import { isDeepStrictEqual } from 'node:util';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { markedName, shortenedName } from '../../tools/shortened-name.js';
import type { ToolRegistry } from '../../tools/tool-registry.js';
import { mcpTool, type ToolServer } from './mcp-tool.js';
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

  /** What the server says of its tools, by the names that employees use. */
  said(): readonly (readonly [name: string, descriptor: ToolDescriptor])[] {
    return [...this.published]
      .map(([name, { descriptor }]) => [name, descriptor] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
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

const maxCharacters = 64;

/**
 * The name for employees: `mcp__<server>__<tool>`. Model providers accept letters, digits, `_` and
 * `-`, 64 in all, and refuse a whole turn over one bad name; other characters are replaced, and a
 * longer name ends in a hash. On the wire a tool keeps the server's name.
 */
export function publishedName(serverId: string, tool: string): string {
  return shortenedName(plainName(serverId, tool), maxCharacters);
}

/**
 * The published names of a list of tools. If two names coincide, the second gets a hash of its own;
 * a repeated name is left out.
 */
function publishedNames<T extends { readonly name: string }>(
  serverId: string,
  tools: readonly T[],
): { readonly named: ReadonlyMap<string, T>; readonly doubled: readonly string[] } {
  const named = new Map<string, T>();
  const doubled: string[] = [];
  for (const tool of tools) {
    const plain = publishedName(serverId, tool.name);
    const taken = named.get(plain);
    const name =
      taken === undefined || taken.name === tool.name
        ? plain
        : markedName(plainName(serverId, tool.name), tool.name, maxCharacters);
    if (named.has(name)) doubled.push(name);
    else named.set(name, tool);
  }
  return { named, doubled };
}

function plainName(serverId: string, tool: string): string {
  return `mcp__${serverId}__${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`;
}
