import type { IncomingMessage } from 'node:http';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { RawData, WebSocket } from 'ws';
import { History } from '../database/history.js';
import { AccessPolicy } from '../http/access-policy.js';
import { isOwnChild } from '../process/own-children.js';
import { Ids } from '../ids.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { TimeSlices } from '../process/time-slices.js';
import { CommandDispatcher } from './command-dispatcher.js';
import { SocketHub } from './socket-hub.js';
import type { SocketPeer } from './socket-peer.js';
import { queryOf } from './office-ws-adapter.js';

/** The socket at `/ws`: adds each client to the hub and passes its frames to the dispatcher. */
@WebSocketGateway({ path: '/ws' })
export class OfficeGateway implements OnGatewayConnection<WebSocket> {
  private readonly log: ScopedLogger;

  constructor(
    private readonly hub: SocketHub,
    private readonly dispatcher: CommandDispatcher,
    private readonly ids: Ids,
    private readonly slices: TimeSlices,
    private readonly history: History,
    private readonly policy: AccessPolicy,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('ws');
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const { origin } = request.headers;
    const connection = {
      socket,
      stream: request.socket,
      takesDeflated: socket.extensions.includes('permessage-deflate'),
      unlistedOrigin: this.policy.unlistedOrigin(request),
      actor: this.policy.actorOf(request),
      startedHere: () => isOwnChild(request.socket),
      ...(origin !== undefined && { origin }),
    };
    const since = readSince(queryOf(request), this.history.id);
    const peer = this.hub.join(this.ids.next('socket'), connection, since);
    socket.on('close', () => this.hub.leave(peer));
    socket.on('pong', () => void (peer.alive = true));
    // A broken frame ends only its own connection.
    socket.on('error', (error) => this.log.debug(`${peer.id}: ${error.message}`));
    socket.on('message', (data: RawData, isBinary: boolean) => {
      peer.alive = true;
      peer.work(() => this.carryOut(peer, asBuffer(data), isBinary));
    });
  }

  private carryOut(peer: SocketPeer, data: Buffer, isBinary: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.slices.begin(peer, () => resolve(this.dispatcher.dispatch(peer, data, isBinary)));
    });
  }
}

function asBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

/** The number in `/ws?since=`; null if it is absent, invalid, or belongs to another history. */
function readSince(query: URLSearchParams, historyId: string): number | null {
  if ((query.get('history') ?? historyId) !== historyId) return null;
  const since = query.get('since') ?? '';
  return /^\d{1,15}$/.test(since) ? Number(since) : null;
}
