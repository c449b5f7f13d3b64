import { Injectable } from '@nestjs/common';
import { healthTexts } from '../../protocol/texts/process.js';
import { within } from '../process/within.js';
import { OpenedDatabase } from './opened-database.js';
import { Transactions } from './transactions.js';

/** A store that takes longer counts as silent, ms. */
const answerMs = 2000;

/** Tells whether the configured store is in use and takes transactions, for `/readyz`. */
@Injectable()
export class StoreCheck {
  /** One at a time: while the store is frozen, questions would only pile up before it. */
  private asked: Promise<boolean> | undefined;

  constructor(
    private readonly opened: OpenedDatabase,
    private readonly transactions: Transactions,
  ) {}

  /** Why the store cannot be relied on; null when it can. Answers within two seconds. */
  async unavailableReason(): Promise<string | null> {
    if (this.opened.replaced) return healthTexts.storeReplaced;
    if (this.opened.lock?.problem) return this.opened.lock.problem;
    return (await within(answerMs, this.answers())) === true ? null : healthTexts.storeSilent;
  }

  private answers(): Promise<boolean> {
    this.asked ??= this.ask().finally(() => (this.asked = undefined));
    return this.asked;
  }

  /** A transaction that reads: on SQLite it takes the lock of writers, which a mere read does not. */
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
