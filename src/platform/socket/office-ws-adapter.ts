import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { WebSocketServer } from 'ws';
import { socketTexts } from '../../protocol/texts/http.js';
import type { OfficeConfig } from '../config/office-config.js';
import { messageOf } from '../errors/error-text.js';
import type { AccessPolicy } from '../http/access-policy.js';
import { writeRawAnswer } from '../http/client-errors.js';

/** The only version of the protocol (RFC 6455, 4.4). */
const knownVersion = 'sec-websocket-version: 13';

/** For a refused socket, s. */
const retryAfter = 'retry-after: 5';

/** How long clients have to answer a close before their sockets are cut, ms. */
const closeGraceMs = 1000;

interface ServerOptions {
  readonly path?: string;
}

/**
 * Nest's adapter for plain `ws`: accepts upgrades only on the gateway's path, with an admitted
 * host, origin and token, and while there are free places. Frames are dispatched by the gateway,
 * because Nest silently drops unknown ones.
 */
export class OfficeWsAdapter extends WsAdapter {
  private readonly server: Server;
  private readonly places: SocketPlaces;

  constructor(
    app: INestApplication,
    private readonly policy: AccessPolicy,
    private readonly connections: OfficeConfig['connections'],
  ) {
    super(app);
    this.server = app.getHttpServer() as Server;
    this.places = new SocketPlaces(connections);
  }

  override create(_port: number, { path }: ServerOptions = {}): WebSocketServer {
    // Larger than the limit of a frame, so that a frame slightly over it can be answered.
    const sockets = new WebSocketServer({
      noServer: true,
      maxPayload: this.connections.frameBytes,
      // One frame of a socket per turn of the event loop, even if several arrive together.
      allowSynchronousEvents: false,
      // Without contexts, an idle socket takes no memory for it.
      perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true },
    });
    sockets.on('wsClientError', answerBadHandshake);
    this.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      if (pathOf(request) !== path) stream.destroy();
      else if (this.admits(request, stream)) {
        keepProgramsPlain(request.headers);
        sockets.handleUpgrade(request, stream, head, (socket) => {
          sockets.emit('connection', socket, request);
        });
      }
    });
    return sockets;
  }

  /** Binds nothing, because there are no `@SubscribeMessage` handlers. */
  override bindMessageHandlers(): void {}

  /** The hub has closed every socket; those still open after the grace period are cut. */
  override async close(sockets: WebSocketServer): Promise<void> {
    sockets.close();
    const cut = setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate();
    }, closeGraceMs);
    const gone = [...sockets.clients].map(
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    );
    await Promise.all(gone);
    clearTimeout(cut);
  }

  private admits(request: IncomingMessage, stream: Duplex): boolean {
    try {
      this.policy.admitUpgrade(request, queryOf(request));
    } catch (thrown) {
      writeRawAnswer(stream, 403, messageOf(thrown));
      return false;
    }
    return this.hasPlace(request, stream);
  }

  /** Takes a place until the connection ends, whether it becomes a socket or not. */
  private hasPlace({ socket }: IncomingMessage, stream: Duplex): boolean {
    const { remoteAddress = '' } = socket;
    const refusal = this.places.take(remoteAddress);
    if (refusal === null) stream.once('close', () => this.places.leave(remoteAddress));
    else writeRawAnswer(stream, refusal.status, refusal.error, [retryAfter]);
    return refusal === null;
  }
}

/**
 * Only pages, which have an origin, get deflated messages: programs are near, and deflating costs
 * both sides time.
 */
function keepProgramsPlain(headers: IncomingMessage['headers']): void {
  if (headers.origin === undefined) delete headers['sec-websocket-extensions'];
}

/** Answers an invalid handshake; `ws` itself would answer in HTML. */
function answerBadHandshake(error: Error, stream: Duplex, { method }: IncomingMessage): void {
  const status = method === 'GET' ? 400 : 405;
  writeRawAnswer(stream, status, socketTexts.badHandshake(error.message), [knownVersion]);
}

/** Only path and query of the address count; it has no host. */
const anyHost = 'http://office';

/** The path of an upgrade; null if its address is invalid. */
function pathOf({ url = '' }: IncomingMessage): string | null {
  return URL.canParse(url, anyHost) ? new URL(url, anyHost).pathname : null;
}

export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return URL.canParse(url, anyHost) ? new URL(url, anyHost).searchParams : new URLSearchParams();
}

/** Why a socket gets no place, as an answer to its handshake. */
interface NoPlace {
  readonly status: 429 | 503;
  readonly error: string;
}

/** Counts open sockets, in total and per address, and refuses more than the limits. */
class SocketPlaces {
  private taken = 0;
  private readonly ofAddress = new Map<string, number>();

  constructor(private readonly limits: OfficeConfig['connections']) {}

  /** Takes a place for an address, or returns the reason why not. */
  take(address: string): NoPlace | null {
    const { sockets, socketsPerAddress } = this.limits;
    const own = this.ofAddress.get(address) ?? 0;
    if (own >= socketsPerAddress) {
      return { status: 429, error: socketTexts.tooManyFromAddress(socketsPerAddress) };
    }
    if (this.taken >= sockets) return { status: 503, error: socketTexts.tooManySockets(sockets) };
    this.taken += 1;
    this.ofAddress.set(address, own + 1);
    return null;
  }

  /** Frees a place. */
  leave(address: string): void {
    this.taken -= 1;
    const left = (this.ofAddress.get(address) ?? 1) - 1;
    if (left > 0) this.ofAddress.set(address, left);
    else this.ofAddress.delete(address);
  }
}
