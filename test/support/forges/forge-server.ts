import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GitOverHttp } from './git-over-http.js';

/** A request to the API of a forge. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A request that does not go on until it is released. */
export interface Held {
  /** Resolves once it has arrived. */
  readonly reached: Promise<void>;
  release(): void;
  /** It is never carried out, or nobody hears of it. */
  cut(): void;
}

interface Trouble {
  readonly method: string;
  readonly path: RegExp;
  readonly moment: 'before' | 'after' | 'instead';
  /** Instead of what would have been answered. */
  readonly status?: number;
  readonly reached: () => void;
  /** False: its connection is cut. */
  readonly released: Promise<boolean>;
}

/** The server of a simulated forge: its API and git, and trouble on demand. */
export class ForgeServer {
  /** Every request to the API, in order. */
  readonly asked: Asked[] = [];
  /** Answers instead of the API, until it is null again; it is carried out nowhere. */
  outage: number | null = null;
  /** What the repository is called now; whoever asks for it by its old name is sent there. */
  renamed: { readonly from: string; readonly to: string } | null = null;
  /** By how much its clock is ahead, ms. */
  aheadMs = 0;
  private readonly server: Server;
  private readonly troubles: Trouble[] = [];

  constructor(
    private readonly git: GitOverHttp,
    private readonly answerTo: (asked: Asked) => Answer,
    /** What a real forge would not have been asked, or would not have answered. */
    private readonly violations: string[],
  ) {
    this.server = createServer((request, response) => void this.take(request, response));
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /**
   * Holds the next such request before it is carried out, or before its answer is sent.
   * @param path of what is asked for, or with its query
   */
  hold(method: string, path: RegExp, moment: 'before' | 'after'): Held {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const { promise: released, resolve: end } = Promise.withResolvers<boolean>();
    this.troubles.push({ method, path, moment, reached: resolve, released });
    return { reached, release: () => end(true), cut: () => end(false) };
  }

  /** Carries the next such request out and cuts the connection. */
  loseAnswer(method: string, path: RegExp): void {
    const released = Promise.resolve(false);
    const reached = (): void => undefined;
    this.troubles.push({ method, path, moment: 'after', reached, released });
  }

  /** Answers the next such request so, and carries it out nowhere. */
  refuse(method: string, path: RegExp, status: number): void {
    const reached = (): void => undefined;
    const released = Promise.resolve(true);
    this.troubles.push({ method, path, moment: 'instead', status, reached, released });
  }

  /** How often something was asked for. */
  count(method: string, path: RegExp): number {
    return this.asked.filter((each) => each.method === method && path.test(each.path)).length;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.sentOn(request, response)) return;
    const { pathname, search, searchParams: query } = new URL(request.url ?? '', this.url);
    const path = decodeURI(pathname);
    const { method = 'GET', headers } = request;
    const trouble = this.troubleFor(method, path, search);
    if (trouble?.moment === 'before' && !(await meet(trouble))) {
      request.destroy();
      return;
    }
    if (trouble?.status !== undefined) {
      const { status, body } = outageOf(trouble.status);
      request.resume().once('end', () => response.writeHead(status).end(body));
      return;
    }
    if (this.git.serves(request)) {
      if (trouble?.moment === 'after') cutAfter(response, trouble);
      return this.git.serve(request, response);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = { method, path, query, headers, body: Buffer.concat(chunks).toString('utf8') };
    this.asked.push(asked);
    const {
      status,
      headers: told,
      body,
    } = this.outage === null ? this.answered(asked) : { ...outageOf(this.outage), headers: {} };
    if (trouble?.moment === 'after') {
      await meet(trouble);
      response.destroy();
      return;
    }
    const date = new Date(Date.now() + this.aheadMs).toUTCString();
    const usual = { 'content-type': 'application/json', date };
    // The mark of an answer is of what it says by the name of before.
    const marked = this.renamed === null ? told : {};
    response.writeHead(status, { ...usual, ...marked }).end(this.named(body));
  }

  private answered(asked: Asked): Answer {
    try {
      return this.answerTo(asked);
    } catch (thrown) {
      this.violations.push(String(thrown));
      return outageOf(500);
    }
  }

  /** True: it was asked by a name of before. */
  private sentOn(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.renamed === null) return false;
    // What was read by another name has changed.
    delete request.headers['if-none-match'];
    const { url = '', method } = request;
    const [from, to] = [spelled(this.renamed.from), spelled(this.renamed.to)];
    for (const [at, name] of from.entries()) {
      if (url.includes(name)) {
        const location = this.url + url.replace(name, to[at] ?? '');
        response.writeHead(method === 'GET' ? 301 : 307, { location }).end();
        return true;
      }
      request.url = request.url?.replace(to[at] ?? '', name);
    }
    return false;
  }

  private named(body: Answer['body']): Answer['body'] {
    if (typeof body !== 'string') return body;
    const { from = '', to = '' } = this.renamed ?? {};
    return from === '' ? body : body.replaceAll(from, to);
  }

  private troubleFor(method: string, path: string, search: string): Trouble | undefined {
    const isMeant = (wanted: RegExp): boolean => wanted.test(path) || wanted.test(path + search);
    const at = this.troubles.findIndex((each) => each.method === method && isMeant(each.path));
    return at < 0 ? undefined : this.troubles.splice(at, 1)[0];
  }
}

/** What git did stays done, and nobody hears of it. */
function cutAfter(response: ServerResponse, trouble: Trouble): void {
  response.end = (() => {
    void meet(trouble).then(() => response.destroy());
    return response;
  }) as typeof response.end;
}

/** False: its connection is to be cut. */
function meet(trouble: Trouble): Promise<boolean> {
  trouble.reached();
  return trouble.released;
}

/** A name in a path, and as one part of it. */
function spelled(name: string): readonly string[] {
  return [name, encodeURIComponent(name)];
}

function outageOf(status: number): Answer {
  return { status, body: JSON.stringify({ message: `outage ${status}` }) };
}
