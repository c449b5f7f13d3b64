import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { readDone, SocketCommand, type SocketClient } from './socket-command.js';

/** The two commands about the connection itself. */
@Injectable()
export class SessionCommands {
  constructor(private readonly clock: Clock) {}

  /** The answer follows everything that the socket had replayed, and so marks its end. */
  @SocketCommand('ping', readDone)
  ping(_payload: object, client: SocketClient): void {
    client.sendInTurn({ type: 'pong', at: this.clock.now() });
  }

  @SocketCommand('resync', readDone)
  resync(_payload: object, client: SocketClient): void {
    client.sendHello();
  }
}
