import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  readConfigurationFile,
  sandboxPart,
  stringList,
  stringRecord,
} from '../../platform/config/entries-file.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import { isLoopbackHost } from '../../platform/net/addresses.js';
import { anyObject, lenient, objectIn } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { configFileTexts } from '../../protocol/texts/process.js';
import {
  defaultRequestTimeoutMs,
  type HttpServerConfig,
  type McpServerConfig,
  type OAuthConfig,
  serverIdPattern,
  type StdioServerConfig,
} from './mcp-server-config.js';
import { type ParsedServers, parseInlineServers } from './parse-inline-servers.js';
import { authorizationOf, withoutCredentials } from './url-credentials.js';

/** The usable part of the operator's configuration. */
export interface McpConfiguration {
  readonly servers: readonly McpServerConfig[];
  readonly problems: readonly string[];
  /** Path of the file; null = none. */
  readonly path: string | null;
}

/** Reads both sources again, the file and `OFFICE_MCP_SERVERS`; for equal ids the file wins. */
export async function readMcpConfiguration({
  mcp,
  environment,
}: Pick<OfficeConfig, 'mcp' | 'environment'>): Promise<McpConfiguration> {
  const variable = 'OFFICE_MCP_CONFIG';
  const file = await readConfigurationFile({
    path: mcp.configPath,
    variable,
    named: environment[variable] !== undefined,
  });
  const { path } = file;
  const isRead = path !== null && file.problems.length === 0;
  const found = isRead ? listedEntries(file.document, path) : { listed: [], problems: [] };
  const listed = parseListedEntries(found.listed);
  const inline = parseInlineServers(mcp.servers);
  const ids = new Set(listed.servers.map(({ id }) => id));
  return {
    servers: [...listed.servers, ...inline.servers.filter(({ id }) => !ids.has(id))],
    problems: [...inline.problems, ...file.problems, ...found.problems, ...listed.problems],
    path,
  };
}

type Entry = Readonly<Record<string, unknown>>;
type Common = Pick<McpServerConfig, 'id' | 'enabled' | 'requestTimeoutMs'>;

const maxRequestTimeoutMs = 3_600_000;

/** Names and values that cannot inject a second header. */
const safeHeaderName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const safeHeaderValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Parses a list of servers. */
export function parseServerEntries(entries: readonly unknown[]): ParsedServers {
  return parseListedEntries(entries.map((entry, index) => ({ where: `servers[${index}]`, entry })));
}

/**
 * Parses the servers of the configuration file; a bad entry is skipped with its reason. Fields are
 * checked by hand in a fixed order, because the operator gets the first fault as an exact text.
 */
function parseListedEntries(listed: readonly ListedEntry[]): ParsedServers {
  const servers = new Map<string, McpServerConfig>();
  const problems: string[] = [];
  for (const { where, entry } of listed) {
    const parsed = parseEntry(entry, where, problems);
    if (typeof parsed === 'string') problems.push(parsed);
    else if (servers.has(parsed.id)) problems.push(mcpTexts.entryDuplicate(where, parsed.id));
    else servers.set(parsed.id, parsed);
  }
  return { servers: [...servers.values()], problems };
}

/** The server, or why there is none; parts left out are added to the problems. */
function parseEntry(given: unknown, where: string, problems: string[]): McpServerConfig | string {
  const { data: entry } = anyObject.safeParse(given);
  if (entry === undefined) return mcpTexts.entryNotObject(where);
  const { id } = entry;
  if (typeof id !== 'string' || !serverIdPattern.test(id)) return mcpTexts.entryId(where);
  const common: Common = {
    id,
    enabled: !says(entry.enabled, false) && !says(entry.disabled, true),
    requestTimeoutMs: requestTimeout(entry.requestTimeoutMs),
  };
  const said = entry.type ?? entry.transport;
  const type = transportOf(said, entry);
  const [reference] = /\$\{[^{}]*\}/.exec(JSON.stringify(entry)) ?? [];
  if (reference !== undefined) problems.push(mcpTexts.entryReference(where, reference));
  if (type === 'stdio') return parseStdio(entry, where, common);
  if (type === 'http') return parseHttp(entry, where, common, problems);
  return mcpTexts.entryType(where, typeof said === 'string' ? said : JSON.stringify(said));
}

/** A truth value, also in quotes. */
function says(value: unknown, truth: boolean): boolean {
  return value === truth || (typeof value === 'string' && value.toLowerCase() === String(truth));
}

/** Other clients' names of the two transports. */
const transports: Readonly<Record<string, 'stdio' | 'http'>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  sse: 'http',
  remote: 'http',
  streamablehttp: 'http',
};

/** Without a type, an address means HTTP. */
function transportOf(said: unknown, entry: Entry): 'stdio' | 'http' | undefined {
  if (said === undefined || said === null) {
    return addressIn(entry) !== undefined && entry.command === undefined ? 'http' : 'stdio';
  }
  if (typeof said !== 'string') return undefined;
  const name = said.toLowerCase().replace(/[-_ ]/g, '');
  return Object.hasOwn(transports, name) ? transports[name] : undefined;
}

/** The address, under any client's name for it. */
function addressIn({ url, httpUrl, serverUrl }: Entry): unknown {
  return url ?? httpUrl ?? serverUrl ?? undefined;
}

/** Some clients write the arguments into the command. */
function parseStdio(entry: Entry, where: string, common: Common): StdioServerConfig | string {
  const [given, ...written] =
    typeof entry.command === 'string' ? [entry.command] : (stringList.parse(entry.command) ?? []);
  const command = given?.trim() ?? '';
  if (command === '') return mcpTexts.entryCommand(where);
  const args = stringList.parse(entry.args ?? []);
  if (args === undefined) return mcpTexts.entryArguments(where);
  return {
    ...common,
    type: 'stdio',
    command,
    args: [...written, ...args],
    env: stringRecord.parse(entry.env),
    cwd: typeof entry.cwd === 'string' && entry.cwd !== '' ? entry.cwd : null,
    ...sandboxPart(entry),
  };
}

function parseHttp(
  entry: Entry,
  where: string,
  common: Common,
  problems: string[],
): HttpServerConfig | string {
  const address = addressIn(entry);
  const text = typeof address === 'string' ? address.trim() : '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return mcpTexts.entryUrl(where);
  const headers: Record<string, string> = { ...authorizationOf(url) };
  for (const [name, value] of Object.entries(stringRecord.parse(entry.headers))) {
    if (safeHeaderName.test(name) && safeHeaderValue.test(value)) headers[name] = value;
    else problems.push(mcpTexts.entryHeader(where, name));
  }
  const oauth = readOAuth(entry.oauth, url, where);
  if (typeof oauth === 'string') return oauth;
  return { ...common, type: 'http', url: withoutCredentials(text), headers, oauth };
}

const text = lenient(z.string().min(1));

const oauthSchema = z.object({
  clientId: text,
  clientSecret: text,
  clientMetadataUrl: text,
  scope: text,
  grant: text,
});

/** Null: no sign-in. */
function readOAuth(given: unknown, url: URL, where: string): OAuthConfig | string | null {
  if (given === undefined || given === false) return null;
  const read = oauthSchema.safeParse(given === true ? {} : given).data;
  if (read === undefined) return mcpTexts.entryOAuth(where);
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) {
    return mcpTexts.entryOAuthOpen(where);
  }
  const { clientId = null, clientSecret = null, clientMetadataUrl = null, scope = null } = read;
  const clientCredentials = read.grant === 'client_credentials';
  const isWhole = !clientCredentials || (clientId !== null && clientSecret !== null);
  if (!isWhole) return mcpTexts.entryOAuthClient(where);
  return { clientId, clientSecret, clientMetadataUrl, scope, clientCredentials };
}

function requestTimeout(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 1) {
    return defaultRequestTimeoutMs;
  }
  return Math.min(Math.round(value), maxRequestTimeoutMs);
}

const mostCharacters = 40;

/** An id for a server with this name, distinct from those taken. */
function idFrom(name: string, taken: ReadonlySet<string>): string {
  if (serverIdPattern.test(name)) return name;
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, mostCharacters);
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  const id = plain === '' ? `server-${mark}` : plain;
  return taken.has(id) ? `${id}-${mark}` : id;
}

/** An entry with its name for messages. */
interface ListedEntry {
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
function listedEntries(document: unknown, path: string): ListedEntries {
  const data = objectIn(document);
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
    return entriesInList(key, value);
  }
  const byName = anyObject.safeParse(value).data;
  if (byName !== undefined) return entriesByName(key, byName);
  const text =
    key === 'servers' ? configFileTexts.notAList(path, key) : mcpTexts.noServers(path, key);
  return { listed: [], problems: [text] };
}

/** Some clients write `name` for `id`. */
function entriesInList(key: string, list: readonly unknown[]): ListedEntries {
  const problems: string[] = [];
  const listed = list.map((entry, index) => {
    const where = `${key}[${index}]`;
    const { id, name } = objectIn(entry);
    if (id !== undefined || typeof name !== 'string') return { where, entry };
    const own = idFrom(name, new Set());
    if (own !== name) problems.push(mcpTexts.entryRenamed(where, own));
    return { where, entry: { ...(entry as Json), id: own } };
  });
  return { listed, problems };
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
