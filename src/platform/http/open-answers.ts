import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '../actors/actor.js';
import { TokenEnds } from '../actors/token-ends.js';

/** Cuts long answers that are still open when their token is revoked or expires. */
@Injectable()
export class OpenAnswers implements OnApplicationBootstrap {
  private readonly open = new Map<Response, Actor>();

  constructor(private readonly tokens: TokenEnds) {}

  onApplicationBootstrap(): void {
    this.tokens.watch(() => this.cut());
  }

  add(response: Response, actor: Actor): void {
    // A client may leave while its request waits, and no other event follows.
    if (response.closed) return;
    this.open.set(response, actor);
    response.once('close', () => this.open.delete(response));
  }

  private cut(): void {
    for (const [response, actor] of this.open) {
      if (!this.tokens.actors.isValid(actor)) response.destroy();
    }
  }
}
