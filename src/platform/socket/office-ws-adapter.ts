import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { WebSocketServer } from 'ws';
import { socketTexts } from '../../protocol/texts/http.js';
import type { ConnectionsConfig } from '../config/office-config.js';
import { messageOf } from '../errors/error-text.js';
import type { AccessPolicy } from '../http/access-policy.js';
import { writeRawAnswer } from '../http/client-errors.js';

/** The only version of the protocol (RFC 6455, 4.4). */
const knownVersion = 'sec-websocket-version: 13';

/** For a socket that got no place, in s. */
const retryAfter = 'retry-after: 5';

/** How long clients have to answer a close before their sockets are cut. */
const closeGraceMs = 1000;

interface ServerOptions {
  readonly path?: string;
}

/**
 * Nest's adapter for plain `ws`: an upgrade is admitted only on the gateway's path, and only for a
 * host, origin and token that may, while there are places. Nest would drop frames it does not know in
 * silence, so it dispatches none: the gateway does.
 */
export class OfficeWsAdapter extends WsAdapter {
  private readonly server: Server;
  private readonly places: SocketPlaces;

  constructor(
    app: INestApplication,
    private readonly policy: AccessPolicy,
    private readonly connections: ConnectionsConfig,
  ) {
    super(app);
    this.server = app.getHttpServer() as Server;
    this.places = new SocketPlaces(connections);
  }

  override create(_port: number, { path }: ServerOptions = {}): WebSocketServer {
    // Above the limit of a frame, so that one that is too large can be answered.
    const sockets = new WebSocketServer({
      noServer: true,
      maxPayload: this.connections.frameBytes,
      // One frame of a socket in a turn of the event loop, however many came together.
      allowSynchronousEvents: false,
    });
    sockets.on('wsClientError', answerBadHandshake);
    this.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      if (pathOf(request) !== path) stream.destroy();
      else if (this.admits(request, stream)) {
        sockets.handleUpgrade(request, stream, head, (socket) => {
          sockets.emit('connection', socket, request);
        });
      }
    });
    return sockets;
  }

  /** Nest would bind `@SubscribeMessage` handlers here; there are none. */
  override bindMessageHandlers(): void {}

  /** The hub has asked every client to leave; those who have not by then are cut off. */
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

  /** A place is held from here until the connection ends, whether it becomes a socket or not. */
  private hasPlace({ socket }: IncomingMessage, stream: Duplex): boolean {
    const { remoteAddress = '' } = socket;
    const refusal = this.places.take(remoteAddress);
    if (refusal === null) stream.once('close', () => this.places.leave(remoteAddress));
    else writeRawAnswer(stream, refusal.status, refusal.error, [retryAfter]);
    return refusal === null;
  }
}

/** An upgrade that is no handshake of a socket; `ws` itself would answer in HTML. */
function answerBadHandshake(error: Error, stream: Duplex, { method }: IncomingMessage): void {
  const status = method === 'GET' ? 400 : 405;
  writeRawAnswer(stream, status, socketTexts.badHandshake(error.message), [knownVersion]);
}

/** Only the path and query of the address count; it has no host of its own. */
const anyHost = 'http://office';

/** The path that an upgrade asks for; null when its address makes no sense. */
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

/** Counts the sockets that are open, in all and of each address, and refuses those beyond. */
class SocketPlaces {
  private taken = 0;
  private readonly ofAddress = new Map<string, number>();

  constructor(private readonly limits: ConnectionsConfig) {}

  /** Takes a place for a socket of the address, or says why there is none. */
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

  /** Gives back a place that was taken. */
  leave(address: string): void {
    this.taken -= 1;
    const left = (this.ofAddress.get(address) ?? 1) - 1;
    if (left > 0) this.ofAddress.set(address, left);
    else this.ofAddress.delete(address);
  }
}
