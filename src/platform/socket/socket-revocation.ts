import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { TokenEnds } from '../actors/token-ends.js';
import { SocketHub } from './socket-hub.js';

/** Ends the sockets of tokens that were revoked or have expired. */
@Injectable()
export class SocketRevocation implements OnApplicationBootstrap {
  constructor(
    private readonly tokens: TokenEnds,
    private readonly hub: SocketHub,
  ) {}

  onApplicationBootstrap(): void {
    const { actors } = this.tokens;
    this.tokens.watch(() => this.hub.closeUnless((actor) => actors.isValid(actor)));
  }
}
