import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { HelloSource } from './hello-source.js';
import { SocketCommand, type SocketClient } from './socket-command.js';

/** The two commands that concern the connection itself. */
@Injectable()
export class SessionCommands {
  constructor(
    private readonly source: HelloSource,
    private readonly clock: Clock,
  ) {}

  @SocketCommand('ping')
  ping(_payload: object, client: SocketClient): void {
    client.send({ type: 'pong', at: this.clock.now() });
  }

  @SocketCommand('resync')
  resync(_payload: object, client: SocketClient): void {
    client.send(this.source.hello());
  }
}
