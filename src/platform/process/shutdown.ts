import { limits } from '../../protocol/limits.js';
import { messageOf } from '../errors/office-error.js';
import type { OfficeLogger } from '../logging/office-logger.js';

/** What a shutdown needs of the process; a test has its own. */
export interface StoppableProcess {
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * Ends the process with code 0 on SIGINT and SIGTERM (interface.md 7): first the application is
 * closed, and after four seconds the process ends whether it is or not. A signal during the boot,
 * before there is anything to close, ends it at once.
 */
export class Shutdown {
  private closeApplication: (() => Promise<void>) | undefined;
  private closing = false;

  constructor(
    private readonly process: StoppableProcess,
    private readonly logger: OfficeLogger,
  ) {}

  listen(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      this.process.once(signal, () => void this.begin(signal));
    }
  }

  /** What is to be closed; told as soon as it exists. */
  closeWith(close: () => Promise<void>): void {
    this.closeApplication = close;
  }

  private async begin(signal: string): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    const log = this.logger.scope('process');
    log.info(`${signal}: closing`);
    setTimeout(() => this.process.exit(0), limits.shutdownWatchdogMs).unref();
    try {
      await this.closeApplication?.();
    } catch (thrown) {
      log.error(`closing failed: ${messageOf(thrown)}`, thrown);
    }
    this.process.exit(0);
  }
}
