import { limits } from '../../protocol/limits.js';
import { processTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import type { OfficeLogger } from '../logging/office-logger.js';
import { pause } from './pause.js';
import type { Readiness } from './readiness.js';

type Signal = 'SIGINT' | 'SIGTERM';

/** The parts of the process that a shutdown uses; tests pass their own. */
interface StoppableProcess {
  on(signal: Signal, listener: () => void): unknown;
  exit(code: number): void;
}

interface ShutdownOptions {
  readonly readiness: Readiness;
  readonly logger: OfficeLogger;
  /** How long to serve after SIGTERM, so that traffic can move elsewhere, ms. */
  readonly drainDelayMs: number;
}

/**
 * Ends the process with code 0 on SIGINT and SIGTERM. It is not ready at once; after SIGTERM it
 * still serves for the drain delay; then the application is closed, and after four seconds the
 * process ends in any case and says so. SIGINT comes from a person and skips the delay. A signal
 * during boot, before there is anything to close, ends the process at once. A further SIGINT only
 * skips the delay: npm repeats a Ctrl-C that the terminal has sent already.
 */
export class Shutdown {
  private closeApplication: (() => Promise<void>) | undefined;
  private closing = false;
  private readonly drained = new AbortController();

  constructor(
    private readonly process: StoppableProcess,
    private readonly options: ShutdownOptions,
  ) {}

  listen(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      this.process.on(signal, () => void this.begin(signal));
    }
  }

  /** Sets the application to close, as soon as it exists. */
  closeWith(close: () => Promise<void>): void {
    this.closeApplication = close;
  }

  private async begin(signal: Signal): Promise<void> {
    if (signal === 'SIGINT') this.drained.abort();
    if (this.closing) return;
    this.closing = true;
    const { readiness, logger, drainDelayMs } = this.options;
    readiness.drains();
    const delayMs = this.drained.signal.aborted ? 0 : drainDelayMs;
    logger.scope('process').info(processTexts.closing(signal, delayMs));
    setTimeout(() => this.cutShort(), delayMs + limits.shutdownWatchdogMs).unref();
    if (this.closeApplication !== undefined) await this.drainAndClose(delayMs);
    this.process.exit(0);
  }

  /** The line tells operators and tests that closing did not end in time. */
  private cutShort(): void {
    const line = processTexts.cutShort(limits.shutdownWatchdogMs);
    this.options.logger.scope('process').warn(line);
    this.process.exit(0);
  }

  private async drainAndClose(delayMs: number): Promise<void> {
    if (delayMs > 0) await pause(delayMs, this.drained.signal);
    try {
      await this.closeApplication?.();
    } catch (thrown) {
      const log = this.options.logger.scope('process');
      log.error(`closing failed: ${messageOf(thrown)}`, thrown);
    }
  }
}
