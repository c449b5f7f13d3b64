import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '../../platform/actors/actor.js';
import { Actors } from '../../platform/actors/actors.js';
import { Repeater } from '../../platform/repeater.js';

/** How long an answer may outlive the time of its token, ms. */
const expiryMs = 1000;

/** Cuts answers that are still open when their token is revoked or expires. */
@Injectable()
export class OpenAnswers implements OnApplicationBootstrap {
  private readonly open = new Map<Response, Actor>();

  constructor(
    private readonly actors: Actors,
    private readonly repeater: Repeater,
  ) {}

  onApplicationBootstrap(): void {
    this.actors.onChange(() => this.cut());
    const text = (reason: string): string => `answers to old tokens could not be cut: ${reason}`;
    this.repeater.every(expiryMs, { scope: 'mcp-door', text }, () => this.cut());
  }

  add(response: Response, actor: Actor): void {
    // A client may leave while its request waits, and no other event follows.
    if (response.closed) return;
    this.open.set(response, actor);
    response.once('close', () => this.open.delete(response));
  }

  private cut(): void {
    for (const [response, actor] of this.open) {
      if (!this.actors.isValid(actor)) response.destroy();
    }
  }
}
