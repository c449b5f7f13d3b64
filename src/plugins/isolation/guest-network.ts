import { messageOf } from '../../platform/errors/error-text.js';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import type { NetworkAccess } from '../../platform/net/network-access.js';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import { pluginLimits } from '../plugin-limits.js';
import type { FetchAnswer, FetchRequest, ServiceReply } from './messages.js';

/** The rules for a plugin's `fetch`, and its execution. */
export interface GuestFetch {
  readonly fetch: Pick<GuardedFetch, 'request'>;
  readonly access: NetworkAccess;
}

/** Headers set by the connection, or about another message than this one. */
const connectionHeaders = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-authorization'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/**
 * The network of one plugin's code: its requests are made here, within limits and where the guard
 * allows. The plugin's process has no connections.
 */
export class GuestNetwork {
  private readonly open = new Map<number, AbortController>();

  constructor(
    private readonly outside: GuestFetch,
    private readonly reply: (reply: ServiceReply) => Promise<void> | undefined,
  ) {}

  /** Never throws: refusals are replies. Exactly one reply per request. */
  async answer(request: FetchRequest): Promise<void> {
    const { id } = request;
    if (this.open.has(id)) return;
    const controller = new AbortController();
    try {
      this.demandRoom();
      this.open.set(id, controller);
      await this.reply({ reply: id, value: await this.fetch(request, controller.signal) });
    } catch (error) {
      await this.reply({ reply: id, error: messageOf(error) });
    } finally {
      if (this.open.get(id) === controller) this.open.delete(id);
    }
  }

  cancel(id: number): void {
    this.open.get(id)?.abort();
  }

  /** Aborts all open requests. */
  close(): void {
    for (const controller of this.open.values()) controller.abort();
  }

  private demandRoom(): void {
    if (this.open.size < pluginLimits.fetchesAtOnce) return;
    throw new Error(pluginCodeTexts.tooManyFetches(pluginLimits.fetchesAtOnce));
  }

  private async fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchAnswer> {
    const body = bodyOf(request);
    const page = await this.outside.fetch.request(request.url, {
      access: this.outside.access,
      method: request.method,
      headers: headersOf(request),
      ...(body === undefined ? {} : { body }),
      timeoutMs: pluginLimits.fetchTimeoutMs,
      maxRedirects: pluginLimits.fetchRedirects,
      maxBytes: pluginLimits.fetchAnswerBytes,
      signal,
    });
    if (page.truncated) {
      const { host } = new URL(page.url);
      throw new Error(pluginCodeTexts.fetchAnswerTooLarge(host, pluginLimits.fetchAnswerBytes));
    }
    const { status, statusText, url } = page;
    return { status, statusText, url, headers: page.headers, body: page.body.toString('base64') };
  }
}

function bodyOf({ body }: FetchRequest): Buffer | undefined {
  if (body === undefined) return undefined;
  const bytes = Buffer.from(body, 'base64');
  if (bytes.length > pluginLimits.fetchBodyBytes) {
    throw new Error(pluginCodeTexts.fetchBodyTooLarge(pluginLimits.fetchBodyBytes));
  }
  return bytes;
}

function headersOf({ headers }: FetchRequest): Readonly<Record<string, string>> {
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes > pluginLimits.fetchHeaderBytes) {
    const { fetchHeaders, fetchHeaderBytes } = pluginLimits;
    throw new Error(pluginCodeTexts.fetchHeadersTooLarge(fetchHeaders, fetchHeaderBytes));
  }
  const sent = headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !connectionHeaders.has(name));
  return Object.fromEntries(sent);
}
