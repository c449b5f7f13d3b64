import { messageOf } from '../errors/error-text.js';
import type { OfficeLogger } from '../logging/office-logger.js';

/**
 * Keeps the process alive after an uncaught error.
 *
 * The usual advice is to exit, because memory may be inconsistent. Here state of record is in the
 * database: every change is one transaction, and runs continue from their journals. Exiting would
 * interrupt all runs and sockets because of one fault. So the fault is logged with its stack, which
 * also tells every client, and the service continues. Installed after the service listens: an
 * earlier fault is a boot failure.
 */
export function surviveFaults(logger: OfficeLogger, process: NodeJS.Process): void {
  const log = logger.scope('process');
  const report = (thrown: unknown): void =>
    log.error(`an exception nobody caught: ${messageOf(thrown)}`, thrown);
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}

/** A closed terminal or pipe ends the log, not the service. */
export function survivePipes(process: NodeJS.Process): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}
