import { anyObject } from '../../platform/text/foreign-fields.js';
import { configFileTexts } from '../../protocol/texts/process.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { serverIdPattern } from './mcp-server-config.js';
import { idFrom } from './server-id.js';

/** An entry with its name for messages. */
export interface ListedEntry {
  readonly where: string;
  readonly entry: unknown;
}

interface ListedEntries {
  readonly listed: readonly ListedEntry[];
  readonly problems: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** Keys under which clients' files list servers. */
const keys = ['servers', 'mcpServers'] as const;

/** The servers of a configuration file: a list, or an object by name as other clients write it. */
export function listedEntries(document: unknown, path: string): ListedEntries {
  const data = anyObject.safeParse(document).data ?? {};
  const found = keys.filter((key) => data[key] !== undefined && data[key] !== null);
  if (found.length === 0)
    return { listed: [], problems: [configFileTexts.notAList(path, keys[0])] };
  const parts = found.map((key) => entriesUnder(key, data[key], path));
  return {
    listed: parts.flatMap(({ listed }) => listed),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

function entriesUnder(key: (typeof keys)[number], value: unknown, path: string): ListedEntries {
  if (Array.isArray(value)) {
    const listed = value.map((entry: unknown, index) => ({ where: `${key}[${index}]`, entry }));
    return { listed, problems: [] };
  }
  const byName = anyObject.safeParse(value).data;
  if (byName !== undefined) return entriesByName(key, byName);
  const text =
    key === 'servers' ? configFileTexts.notAList(path, key) : mcpTexts.noServers(path, key);
  return { listed: [], problems: [text] };
}

/** Changes names that are invalid as ids, and reports it. */
function entriesByName(key: string, byName: Json): ListedEntries {
  const taken = new Set(Object.keys(byName).filter((name) => serverIdPattern.test(name)));
  const problems: string[] = [];
  const listed = Object.entries(byName).map(([name, given]) => {
    const where = `${key}[${JSON.stringify(name)}]`;
    const data = anyObject.safeParse(given).data;
    if (data === undefined) return { where, entry: given };
    const id = idFrom(name, taken);
    taken.add(id);
    if (id !== name) problems.push(mcpTexts.entryRenamed(where, id));
    return { where, entry: { ...data, id } };
  });
  return { listed, problems };
}
