import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { readDone, SocketCommand, type SocketClient } from './socket-command.js';
import { WidensRights } from '../http/widening-rights.js';

/** The two commands about the connection itself. */
@Injectable()
export class SessionCommands {
  constructor(private readonly clock: Clock) {}

  /** The answer follows everything that the socket had replayed, and so marks its end. */
  @WidensRights(false)
  @SocketCommand('ping', readDone)
  ping(_payload: object, client: SocketClient): void {
    client.sendInTurn({ type: 'pong', at: this.clock.now() });
  }

  @WidensRights(false)
  @SocketCommand('resync', readDone)
  resync(_payload: object, client: SocketClient): Promise<void> {
    return client.sendHello();
  }
}
