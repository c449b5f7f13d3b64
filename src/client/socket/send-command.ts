import type { ClientCommandPayloads, HandledCommandType } from '../../protocol/commands.js';
import type { ServerEvent } from '../../protocol/events.js';
import { OfficeRefusal } from '../errors.js';
import { until } from '../until.js';
import { closedReason } from './closed-reason.js';
import { type CommandOutcome, isComplaint } from './command-outcome.js';
import type { ConnectionStatus } from './connection.js';

/** What sending a command needs of the client. */
export interface CommandLink {
  /** @throws OfficeUnreachable while the connection is down */
  readonly send: <T extends HandledCommandType>(type: T, payload: ClientCommandPayloads[T]) => void;
  readonly onEvent: (listener: (event: ServerEvent) => void) => () => void;
  readonly onStatus: (listener: (status: ConnectionStatus) => void) => () => void;
  /** Calls back once everything that was missed has come. */
  readonly afterReplay: (then: () => void) => void;
}

/**
 * Sends a command, again when the connection broke before its outcome was heard of; resolves with
 * the outcome.
 *
 * @throws OfficeRefusal in the service's words, OfficeUnreachable, OfficeClosed, the signal's reason
 */
export function sendCommand<T extends HandledCommandType, R>(
  { send, onEvent, onStatus, afterReplay }: CommandLink,
  type: T,
  payload: ClientCommandPayloads[T],
  outcome: CommandOutcome<R>,
  signal?: AbortSignal,
): Promise<R> {
  return until<R>(signal, (resolve, reject) => {
    const look = (event: ServerEvent) => {
      const result = outcome.resultIn(event);
      if (result !== undefined) resolve(result);
      else if (isComplaint(event) && outcome.isRefusal?.(event.message, event) === true) {
        reject(new OfficeRefusal(event.message));
      }
    };
    let isOpen = true;
    const again = (status: ConnectionStatus) => {
      if (status.phase === 'closed') reject(closedReason(status));
      // What was missed comes first, and may bring the outcome.
      else if (status.phase === 'online') afterReplay(() => isOpen && send(type, payload));
    };
    const stops = [onEvent(look), onStatus(again), () => (isOpen = false)];
    send(type, payload);
    return () => stops.forEach((stop) => stop());
  });
}
