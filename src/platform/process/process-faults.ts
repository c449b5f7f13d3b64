import { messageOf } from '../errors/error-text.js';
import type { OfficeLogger } from '../logging/office-logger.js';

/**
 * Keeps the process alive after an uncaught error.
 *
 * The usual advice is to exit, since memory may be inconsistent. Here the truth is not in memory:
 * every change is one database transaction, and a run is continued from its journal. Exiting would
 * only cut off everyone's runs and sockets because of a fault in one of them. So the fault is logged
 * with its stack, which also tells every client, and the service goes on. Installed once the service
 * listens: a fault before that is a boot failure.
 */
export function surviveFaults(logger: OfficeLogger, process: NodeJS.Process): void {
  const log = logger.scope('process');
  const report = (thrown: unknown): void =>
    log.error(`an exception nobody caught: ${messageOf(thrown)}`, thrown);
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}

/** A terminal or pipe that went away takes the log with it, not the service. */
export function survivePipes(process: NodeJS.Process): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}
