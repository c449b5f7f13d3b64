import { Injectable } from '@nestjs/common';
import { Repeater } from '../repeater.js';
import { Actors } from './actors.js';

/** How long a connection may outlive the time of its token, ms. */
const expiryMs = 1000;

/** Tells when tokens of open connections may have ended. */
@Injectable()
export class TokenEnds {
  constructor(
    readonly actors: Actors,
    private readonly repeater: Repeater,
  ) {}

  /** Calls the check after each change of the tokens, and each second for those that expire. */
  watch(check: () => void): void {
    this.actors.onChange(check);
    const text = (reason: string): string => `connections of old tokens stay open: ${reason}`;
    this.repeater.every(expiryMs, { scope: 'http', text }, check);
  }
}
