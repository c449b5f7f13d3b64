import { Injectable } from '@nestjs/common';
import { healthTexts } from '../../protocol/texts/process.js';
import { within } from '../process/within.js';
import { OpenedDatabase } from './opened-database.js';
import { Transactions } from './transactions.js';

/** Time after which a store counts as silent, ms. */
const answerMs = 2000;

/** Checks for `/readyz` that the configured store is in use and accepts transactions. */
@Injectable()
export class StoreCheck {
  /**
   * The check in progress; only one at a time, so that checks do not pile up before a frozen store.
   */
  private asked: Promise<boolean> | undefined;

  constructor(
    private readonly opened: OpenedDatabase,
    private readonly transactions: Transactions,
  ) {}

  /** Why the store is unavailable; null if it is available. Answers within two seconds. */
  async unavailableReason(): Promise<string | null> {
    if (this.opened.replaced) return healthTexts.storeReplaced;
    if (this.opened.lock?.problem) return this.opened.lock.problem;
    return (await within(answerMs, this.answers())) === true ? null : healthTexts.storeSilent;
  }

  private answers(): Promise<boolean> {
    this.asked ??= this.ask().finally(() => (this.asked = undefined));
    return this.asked;
  }

  /** A transaction that reads: on SQLite it takes the write lock, which a plain read does not. */
  private ask(): Promise<boolean> {
    const read = this.transactions.run(({ manager }) =>
      manager.query('SELECT last FROM event_counter WHERE id = 1'),
    );
    return read.then(
      () => true,
      () => false,
    );
  }
}
