import { StreamableHTTPClientTransport, type FetchLike } from '@modelcontextprotocol/client';
import { pause } from '../../platform/process/pause.js';
import { displayUrl } from '../config/url-credentials.js';
import type { HttpServerConfig } from '../config/mcp-server-config.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { McpLimits } from '../mcp-limits.js';
import { HttpChannel } from './http-channel.js';
import type { McpTransport } from './mcp-transport.js';
import { PacedJob } from './paced-job.js';
import type { SeenEvents } from './seen-events.js';
import { type SignInAccess, StoredAuthProvider } from '../sign-in/stored-auth-provider.js';
import { withOwnMetadata } from '../sign-in/auth-fetch.js';

/**
 * Not the SDK's own resumption: it counts its attempts anew for each stream, so that a server can make
 * it reconnect without end, and a request stays open when it gives up.
 */
const neverReconnect = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 1000,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 0,
};

/**
 * The SDK's streamable HTTP transport over a bounded `fetch`. If the server closes its notification
 * stream, as proxies do when it is idle, it is opened again, which also shows whether the server is
 * still there.
 */
export class McpHttpTransport extends StreamableHTTPClientTransport implements McpTransport {
  readonly label: string;
  readonly kind = 'http';
  readonly secrets: ReadonlySet<string>;
  private readonly channel: HttpChannel;
  private readonly listening: PacedJob;
  private heard: SeenEvents | null = null;
  private reason: string | null = null;
  private ended = false;
  private signInAsked = false;
  private readonly stopping = new AbortController();

  /** @param access null = no sign-in */
  constructor(server: HttpServerConfig, limits: McpLimits, access: SignInAccess | null = null) {
    const label = `http:${displayUrl(server.url)}`;
    const provider = authProvider(server, access, (address) => {
      this.signInAsked = true;
      this.break(mcpTexts.signIn(address));
    });
    const channel = new HttpChannel({
      label,
      limits,
      answerMs: server.requestTimeoutMs,
      signsIn: provider !== null,
      onBroken: (reason) => this.break(reason),
      onListeningEnd: (seen) => {
        this.heard = seen;
        this.listening.ask();
      },
    });
    super(new URL(server.url), {
      fetch: routed(
        server,
        channel.fetch,
        withOwnMetadata(server.url, access?.fetch ?? channel.fetch),
      ),
      ...(provider && { authProvider: provider }),
      reconnectionOptions: neverReconnect,
    });
    this.label = label;
    this.channel = channel;
    this.secrets = provider?.secrets ?? new Set();
    this.listening = new PacedJob(() => this.listenAgain(), limits.paceMs);
  }

  get fault(): string | null {
    return this.reason;
  }

  get reached(): boolean {
    return this.channel.reached && !this.signInAsked;
  }

  /** Ends the session at the server too; failures are ignored. */
  override async close(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.stopping.abort();
    this.listening.stop();
    await this.terminateSession().catch(() => undefined);
    await super.close();
  }

  break(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    this.reason = reason;
    this.stopping.abort();
    this.listening.stop();
    void super.close();
  }

  /**
   * Continues after the last event, if it had an id. The channel reports an unreachable server; one
   * that declines is left alone.
   */
  private async listenAgain(): Promise<void> {
    if (this.heard?.lastId) await pause(this.heard.retryMs, this.stopping.signal);
    if (!this.ended) await this.resumeStream(this.heard?.lastId ?? '').catch(() => undefined);
  }
}

/** Null: the entry does not request it. */
function authProvider(
  { id, url, oauth }: HttpServerConfig,
  access: SignInAccess | null,
  onSignInNeeded: (address: string) => void,
): StoredAuthProvider | null {
  if (oauth === null || access === null) return null;
  return new StoredAuthProvider({ ...access, target: { id, url, oauth }, onSignInNeeded });
}

/** The configured headers are for the server only, not for authorization servers. */
function routed({ url, headers }: HttpServerConfig, own: FetchLike, others: FetchLike): FetchLike {
  const { href } = new URL(url);
  return (asked, init = {}) => {
    if (new URL(asked).href !== href) return others(asked, init);
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    return own(asked, { ...init, headers: sent });
  };
}
