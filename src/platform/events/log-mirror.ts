import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { isStoreFailure } from '../database/store-failure.js';
import { OfficeLogger, type MirroredEntry } from '../logging/office-logger.js';
import { processTexts } from '../../protocol/texts/process.js';
import type { EventDraftOf } from './drafts.js';
import { EventLog } from './event-log.js';

/** Lines of one commit. */
const linesAtOnce = 100;

/** More that wait for the store than this are on the console alone, and counted. */
const mostWaiting = 2000;

type LogDraft = EventDraftOf<'log'>;

/**
 * Stores and announces every warning and error as a `log` event. What comes while the store is busy
 * shares the next commit, so that no burst of lines keeps others from the store.
 */
@Injectable()
export class LogMirror implements OnModuleInit, OnModuleDestroy {
  private stop: (() => void) | undefined;
  private waiting: LogDraft[] = [];
  private leftOut = 0;
  private storing: Promise<void> | null = null;

  constructor(
    private readonly logger: OfficeLogger,
    private readonly events: EventLog,
  ) {}

  onModuleInit(): void {
    this.stop = this.logger.onMirrored((entry) => this.keep(entry));
  }

  onModuleDestroy(): void {
    this.stop?.();
  }

  /** Resolves when it is stored, or was left out. */
  private keep({ level, scope, message }: MirroredEntry): Promise<void> {
    if (this.waiting.length < mostWaiting) {
      this.waiting.push({ type: 'log', level, scope, message });
    } else this.leftOut += 1;
    return (this.storing ??= this.store());
  }

  /** Ends in the moment in which nothing waits any more: what comes after it is stored anew. */
  private async store(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        await this.append(this.waiting.splice(0, linesAtOnce));
        if (this.leftOut > 0 && this.waiting.length === 0) this.waiting.push(this.note());
      }
    } finally {
      this.storing = null;
    }
  }

  /** What a failing store cannot take is on the console all the same, and so is its failure. */
  private async append(drafts: readonly LogDraft[]): Promise<void> {
    try {
      await this.events.append(...drafts);
    } catch (thrown) {
      if (!isStoreFailure(thrown)) throw thrown;
    }
  }

  private note(): LogDraft {
    const message = processTexts.linesLeftOut(this.leftOut);
    this.leftOut = 0;
    return { type: 'log', level: 'warn', scope: 'log', message };
  }
}
