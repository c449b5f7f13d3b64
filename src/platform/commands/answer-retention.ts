import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { processTexts } from '../../protocol/texts/process.js';
import { Transactions } from '../database/transactions.js';
import { messageOf } from '../errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { CommandAnswersRepository } from './command-answers.repository.js';

const pruneEveryMs = 10 * 60 * 1000;

/** Deletes expired answers to commands. */
@Injectable()
export class AnswerRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly answers: CommandAnswersRepository,
    private readonly transactions: Transactions,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('store');
  }

  onApplicationBootstrap(): void {
    void this.pruneSafely();
    this.timer = setInterval(() => void this.pruneSafely(), pruneEveryMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Deletes in batches, so that no transaction holds the store for long. */
  async prune(): Promise<void> {
    while (await this.transactions.run(({ manager }) => this.answers.prune(manager)));
  }

  private async pruneSafely(): Promise<void> {
    try {
      await this.prune();
    } catch (thrown) {
      this.log.warn(processTexts.answersNotPruned(messageOf(thrown)));
    }
  }
}
