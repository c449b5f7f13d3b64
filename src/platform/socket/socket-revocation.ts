import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Actors } from '../actors/actors.js';
import { Repeater } from '../repeater.js';
import { SocketHub } from './socket-hub.js';

/** How long a socket may outlive the time of its token, ms. */
const expiryMs = 1000;

/** Ends the sockets of tokens that were revoked or have expired. */
@Injectable()
export class SocketRevocation implements OnApplicationBootstrap {
  constructor(
    private readonly actors: Actors,
    private readonly hub: SocketHub,
    private readonly repeater: Repeater,
  ) {}

  onApplicationBootstrap(): void {
    this.actors.onChange(() => this.close());
    const text = (reason: string): string => `sockets of old tokens could not be closed: ${reason}`;
    this.repeater.every(expiryMs, { scope: 'ws', text }, () => this.close());
  }

  private close(): void {
    this.hub.closeUnless((actor) => this.actors.isValid(actor));
  }
}
