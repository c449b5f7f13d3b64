import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { runProgram } from '../run-program.js';
import { type BrowserKeys, decryptPush } from './decrypt-push.js';

/** A message as a browser reads it. */
export interface PushedMessage {
  readonly browser: string;
  readonly topic: string;
  readonly urgency: string;
  readonly ttl: number;
  readonly notice: Readonly<Record<string, string>>;
}

/** What a browser gives to the page that subscribes. */
export interface GivenSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface Subscribed extends BrowserKeys {
  /** The key of whoever may send. */
  readonly senderKey: string;
}

const mostBytes = 4096;
const daySeconds = 24 * 60 * 60;

/** A request that a real push service would not take. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A push service on loopback with browsers that have subscribed. It takes what RFC 8030, 8291 and
 * 8292 say, and nothing else.
 */
export class PushService {
  readonly messages: PushedMessage[] = [];
  /** Why requests were refused. */
  readonly faults: string[] = [];
  /** Statuses of the next answers to what is right; then 201. */
  readonly statuses: number[] = [];
  /** Waited for before what is right is answered. */
  beforeAnswer: (() => Promise<void>) | null = null;
  private readonly browsers = new Map<string, Subscribed>();

  private constructor(
    private readonly server: Server,
    /** Path of the certificate that its clients must trust. */
    readonly certificate: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.serve(request, response);
    });
  }

  /** @param at makes paths of files that are removed after the tests */
  static async start(at: (name: string) => string): Promise<PushService> {
    const [key, certificate] = [at('push.key'), at('push.crt')];
    const files = ['-keyout', key, '-out', certificate];
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      ...files,
      ...names,
    ];
    const { code, stderr } = await runProgram('openssl', made);
    if (code !== 0) throw new Error(stderr);
    const server = createServer({ key: await readFile(key), cert: await readFile(certificate) });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new PushService(server, certificate);
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A browser subscribes with the key of an office. */
  subscribe(browser: string, senderKey: string): GivenSubscription {
    const own = createECDH('prime256v1');
    const p256dh = own.generateKeys('base64url');
    const auth = randomBytes(16);
    this.browsers.set(browser, { privateKey: own.getPrivateKey(), auth, senderKey });
    const endpoint = `https://${this.host}/push/${browser}`;
    return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
  }

  forget(browser: string): void {
    this.browsers.delete(browser);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    try {
      const message = this.read(request, Buffer.concat(chunks));
      await this.beforeAnswer?.();
      const status = this.statuses.shift() ?? 201;
      if (status === 201) this.messages.push(message);
      response.writeHead(status).end();
    } catch (thrown) {
      const status = thrown instanceof Refused ? thrown.status : 400;
      if (status !== 410) this.faults.push(String(thrown));
      response.writeHead(status).end(String(thrown));
    }
  }

  private read({ method, url = '', headers }: IncomingMessage, body: Buffer): PushedMessage {
    const browser = /^\/push\/(\w+)$/.exec(url)?.[1] ?? '';
    const subscribed = this.browsers.get(browser);
    if (subscribed === undefined) throw new Refused(410, 'unsubscribed');
    demand(method === 'POST', 405, 'no POST');
    this.checkSender(headers.authorization ?? '', subscribed);
    demand(body.length <= mostBytes, 413, 'too large');
    demand(headers['content-encoding'] === 'aes128gcm', 400, 'no aes128gcm');
    const [ttl, topic, urgency] = ['ttl', 'topic', 'urgency'].map((name) => one(headers, name));
    demand(/^\d+$/.test(ttl ?? ''), 400, 'no TTL');
    demand(/^[\w-]{1,32}$/.test(topic ?? ''), 400, 'no topic');
    demand(/^(very-low|low|normal|high)$/.test(urgency ?? ''), 400, 'no urgency');
    const notice = JSON.parse(decryptPush(body, subscribed)) as PushedMessage['notice'];
    return { browser, topic: topic ?? '', urgency: urgency ?? '', ttl: Number(ttl), notice };
  }

  /** RFC 8292, 2 and 4.2 */
  private checkSender(authorization: string, { senderKey }: Subscribed): void {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
    demand(key === senderKey, 403, 'the key of another sender');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    );
    const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: signer, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    demand(isSigned, 403, 'a wrong signature');
    const { alg } = read(head);
    const { aud, exp, sub } = read(claims);
    const left = Number(exp) - Date.now() / 1000;
    demand(alg === 'ES256', 403, 'another algorithm');
    demand(aud === `https://${this.host}`, 403, `for ${String(aud)}`);
    demand(left > 0 && left <= daySeconds, 403, 'no time within a day');
    demand(/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(String(sub)), 403, 'no contact');
  }
}

function demand(holds: boolean, status: number, why: string): void {
  if (!holds) throw new Refused(status, why);
}

function one(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function read(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}
