import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { isStoreFailure } from '../database/store-failure.js';
import { OfficeLogger, type MirroredEntry } from '../logging/office-logger.js';
import { processTexts } from '../../protocol/texts/process.js';
import type { EventDraftOf } from './drafts.js';
import { EventLog } from './event-log.js';

/** Lines of one commit. */
const linesAtOnce = 100;

/** More waiting lines are only printed on the console, and counted. */
const mostWaiting = 2000;

type LogDraft = EventDraftOf<'log'>;

/**
 * Stores and announces warnings and errors as `log` events. Lines that arrive while the store is
 * busy share the next commit, so a burst of lines does not block other writers.
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

  /** Resolves when the line is stored or dropped. */
  private keep({ level, scope, message }: MirroredEntry): Promise<void> {
    if (this.waiting.length < mostWaiting) {
      this.waiting.push({ type: 'log', level, scope, message });
    } else this.leftOut += 1;
    return (this.storing ??= this.store());
  }

  /** Ends when nothing waits any more; a later line starts it again. */
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

  /** Lines that a failing store cannot take are on the console, and so is the failure. */
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
