import { z } from 'zod';
import { stringList, stringRecord } from '../../platform/config/entry-values.js';
import { anyObject, lenient } from '../../platform/text/foreign-fields.js';
import { isLoopbackHost } from '../../platform/net/addresses.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { authorizationOf, withoutCredentials } from './url-credentials.js';
import {
  defaultRequestTimeoutMs,
  serverIdPattern,
  type HttpServerConfig,
  type McpServerConfig,
  type OAuthConfig,
  type StdioServerConfig,
} from './mcp-server-config.js';
import type { ParsedServers } from './parse-inline-servers.js';

type Entry = Readonly<Record<string, unknown>>;
type Common = Pick<McpServerConfig, 'id' | 'enabled' | 'requestTimeoutMs'>;

const maxRequestTimeoutMs = 3_600_000;

/** Names and values that cannot smuggle a second header in. */
const safeHeaderName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const safeHeaderValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reads the `servers` list of the configuration file; a bad entry is skipped with its reason. Its
 * fields are checked by hand, in an order: the operator is told of the first fault in an exact text.
 */
export function parseServerEntries(entries: readonly unknown[]): ParsedServers {
  const servers = new Map<string, McpServerConfig>();
  const problems: string[] = [];
  entries.forEach((entry, index) => {
    const parsed = parseEntry(entry, index, problems);
    if (typeof parsed === 'string') problems.push(parsed);
    else if (servers.has(parsed.id)) problems.push(mcpTexts.entryDuplicate(index, parsed.id));
    else servers.set(parsed.id, parsed);
  });
  return { servers: [...servers.values()], problems };
}

/** The server, or why there is none; what was left out of it is added to the problems. */
function parseEntry(given: unknown, index: number, problems: string[]): McpServerConfig | string {
  const { data: entry } = anyObject.safeParse(given);
  if (entry === undefined) return mcpTexts.entryNotObject(index);
  const { id } = entry;
  if (typeof id !== 'string' || !serverIdPattern.test(id)) return mcpTexts.entryId(index);
  const common: Common = {
    id,
    enabled: entry.enabled !== false,
    requestTimeoutMs: requestTimeout(entry.requestTimeoutMs),
  };
  const type = entry.type ?? entry.transport ?? 'stdio';
  if (type === 'stdio') return parseStdio(entry, index, common);
  if (type === 'http' || type === 'sse') return parseHttp(entry, index, common, problems);
  return mcpTexts.entryType(index, typeof type === 'string' ? type : JSON.stringify(type));
}

function parseStdio(entry: Entry, index: number, common: Common): StdioServerConfig | string {
  const command = typeof entry.command === 'string' ? entry.command.trim() : '';
  if (command === '') return mcpTexts.entryCommand(index);
  return {
    ...common,
    type: 'stdio',
    command,
    args: stringList.parse(entry.args) ?? [],
    env: stringRecord.parse(entry.env),
    cwd: typeof entry.cwd === 'string' && entry.cwd !== '' ? entry.cwd : null,
  };
}

function parseHttp(
  entry: Entry,
  index: number,
  common: Common,
  problems: string[],
): HttpServerConfig | string {
  const text = typeof entry.url === 'string' ? entry.url : '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return mcpTexts.entryUrl(index);
  const headers: Record<string, string> = { ...authorizationOf(url) };
  for (const [name, value] of Object.entries(stringRecord.parse(entry.headers))) {
    if (safeHeaderName.test(name) && safeHeaderValue.test(value)) headers[name] = value;
    else problems.push(mcpTexts.entryHeader(index, name));
  }
  const oauth = readOAuth(entry.oauth, url, index);
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

/** Null: it is not signed in to. */
function readOAuth(given: unknown, url: URL, index: number): OAuthConfig | string | null {
  if (given === undefined || given === false) return null;
  const read = oauthSchema.safeParse(given === true ? {} : given).data;
  if (read === undefined) return mcpTexts.entryOAuth(index);
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) {
    return mcpTexts.entryOAuthOpen(index);
  }
  const { clientId = null, clientSecret = null, clientMetadataUrl = null, scope = null } = read;
  const clientCredentials = read.grant === 'client_credentials';
  const isWhole = !clientCredentials || (clientId !== null && clientSecret !== null);
  if (!isWhole) return mcpTexts.entryOAuthClient(index);
  return { clientId, clientSecret, clientMetadataUrl, scope, clientCredentials };
}

function requestTimeout(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 1) {
    return defaultRequestTimeoutMs;
  }
  return Math.min(Math.round(value), maxRequestTimeoutMs);
}
