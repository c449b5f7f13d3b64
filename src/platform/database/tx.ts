import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../events/drafts.js';

/**
 * One transaction in progress. What is published through it is numbered and stored in the same
 * commit, and announced after it; on a rollback nothing of it ever existed.
 */
export class Tx {
  private readonly drafts: EventDraft[] = [];
  private readonly callbacks: (() => void)[] = [];

  /** @param before transactions that share its commit and went before it, oldest first */
  constructor(
    readonly manager: EntityManager,
    readonly before: readonly Tx[] = [],
  ) {}

  publish(...drafts: readonly EventDraft[]): void {
    this.drafts.push(...drafts);
  }

  /** Runs after the commit and before the events are announced; it must not throw. */
  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Events published so far, in order. */
  get published(): readonly EventDraft[] {
    return this.drafts;
  }

  /** Called by `Transactions` once, after the commit. */
  committed(): void {
    for (const callback of this.callbacks) callback();
  }
}
