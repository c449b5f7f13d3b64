import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { readDone, SocketCommand, type SocketClient } from './socket-command.js';

/** The two commands that concern the connection itself. */
@Injectable()
export class SessionCommands {
  constructor(private readonly clock: Clock) {}

  /** The answer comes after what the socket had replayed, so that it marks the end of that. */
  @SocketCommand('ping', readDone)
  ping(_payload: object, client: SocketClient): void {
    client.sendInTurn({ type: 'pong', at: this.clock.now() });
  }

  @SocketCommand('resync', readDone)
  resync(_payload: object, client: SocketClient): void {
    client.sendHello();
  }
}
