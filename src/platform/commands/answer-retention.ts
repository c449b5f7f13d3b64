import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { processTexts } from '../../protocol/texts/process.js';
import { Transactions } from '../database/transactions.js';
import { Repeater } from '../repeater.js';
import { CommandAnswersRepository } from './command-answers.repository.js';

const pruneEveryMs = 10 * 60 * 1000;

/** Deletes answers to commands that count for nothing any more. */
@Injectable()
export class AnswerRetention implements OnApplicationBootstrap {
  constructor(
    private readonly answers: CommandAnswersRepository,
    private readonly transactions: Transactions,
    private readonly repeater: Repeater,
  ) {}

  onApplicationBootstrap(): void {
    const failure = { scope: 'store', text: processTexts.answersNotPruned };
    this.repeater.nowAndEvery(pruneEveryMs, failure, () => this.prune());
  }

  /** In batches, so that the store is never held for long. */
  async prune(): Promise<void> {
    while (await this.transactions.run(({ manager }) => this.answers.prune(manager)));
  }
}
