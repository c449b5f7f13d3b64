import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { WebSocketServer } from 'ws';
import { socketTexts } from '../../protocol/texts/http.js';
import type { ConnectionsConfig } from '../config/office-config.js';
import { messageOf } from '../errors/error-text.js';
import type { AccessPolicy } from '../http/access-policy.js';
import { writeRawAnswer } from '../http/raw-answer.js';
import { SocketPlaces } from './socket-places.js';
import { pathOf, queryOf } from './upgrade-address.js';

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
    private readonly connections: ConnectionsConfig,
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

/** Answers an invalid handshake; `ws` itself would answer in HTML. */
function answerBadHandshake(error: Error, stream: Duplex, { method }: IncomingMessage): void {
  const status = method === 'GET' ? 400 : 405;
  writeRawAnswer(stream, status, socketTexts.badHandshake(error.message), [knownVersion]);
}
