import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { isStoreFailure } from '../database/store-failure.js';
import { OfficeLogger, type MirroredEntry } from '../logging/office-logger.js';
import { EventLog } from './event-log.js';

/**
 * Stores and announces every warning and error as a `log` event (interface.md 7).
 */
@Injectable()
export class LogMirror implements OnModuleInit, OnModuleDestroy {
  private stop: (() => void) | undefined;

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

  /** What a failing store cannot take is on the console all the same, and so is its failure. */
  private async keep({ level, scope, message }: MirroredEntry): Promise<void> {
    try {
      await this.events.append({ type: 'log', level, scope, message });
    } catch (thrown) {
      if (!isStoreFailure(thrown)) throw thrown;
    }
  }
}
