import { CommanderError } from 'commander';
import { OfficeClosed, OfficeUnreachable, UnknownProtocol } from '../client/errors.js';
import { UsageError } from './usage-error.js';

/** Exit codes of `office` for scripts (docs/cli.md). */
export const exitCodes = {
  done: 0,
  /** The service refused, or the run did not end `done`. */
  failed: 1,
  usage: 2,
  /** No office answers, the connection was lost for good, or its protocol is different. */
  unreachable: 3,
  /** Ctrl-C, as shells report it. */
  interrupted: 130,
} as const;

/** Exit code for a command's error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof OfficeUnreachable || error instanceof OfficeClosed) {
    return exitCodes.unreachable;
  }
  return error instanceof UnknownProtocol ? exitCodes.unreachable : exitCodes.failed;
}
