import type {
  ClientCommand,
  ClientCommandPayloads,
  HandledCommandType,
} from '../../protocol/commands.js';
import type { CommandResult } from '../../protocol/command-results.js';
import type { ServerEvent } from '../../protocol/events.js';
import { limits } from '../../protocol/limits.js';
import { OfficeRefusal, OfficeUnreachable } from '../errors.js';
import { newRequestId } from '../request-id.js';
import { until } from '../until.js';
import { closedReason } from './closed-reason.js';
import type { ConnectionStatus } from './connection.js';

/** The client's functions for sending a command. */
export interface CommandLink {
  /** @throws OfficeUnreachable while disconnected */
  readonly send: (command: ClientCommand) => void;
  readonly onEvent: (listener: (event: ServerEvent) => void) => () => void;
  readonly onStatus: (listener: (status: ConnectionStatus) => void) => () => void;
}

/**
 * The service recognises a repeated command for a day, by its own clock; after half of it, ms, a
 * retry might be carried out twice.
 */
const knownAgainMs = limits.answersKeptMs / 2;

/**
 * Sends a command with its own id, and again with the same id if the connection broke before the
 * answer; resolves with its result.
 *
 * @throws OfficeRefusal with the service's text, OfficeUnreachable, OfficeClosed, the signal's
 * reason
 */
export function sendCommand<T extends HandledCommandType>(
  { send, onEvent, onStatus }: CommandLink,
  type: T,
  payload: ClientCommandPayloads[T],
  signal?: AbortSignal,
): Promise<CommandResult<T>> {
  const requestId = newRequestId();
  // The compiler cannot see that a type and its payload make a command.
  const command = { ...payload, type, requestId } as unknown as ClientCommand;
  const begun = performance.now();
  return until<CommandResult<T>>(signal, (resolve, reject) => {
    const look = (event: ServerEvent) => {
      if (event.type === 'command.done' && event.requestId === requestId) {
        resolve(event.result as CommandResult<T>);
      } else if (event.type === 'error' && event.requestId === requestId) {
        reject(new OfficeRefusal(event.message));
      }
    };
    const again = (status: ConnectionStatus) => {
      if (status.phase === 'closed') reject(closedReason(status));
      else if (status.phase !== 'online') return;
      else if (performance.now() - begun < knownAgainMs) send(command);
      else reject(new OfficeUnreachable('The connection broke before the command was answered.'));
    };
    // A command that cannot be sent now is never sent, because nothing waits for a connection yet.
    send(command);
    const stops = [onEvent(look), onStatus(again)];
    return () => stops.forEach((stop) => stop());
  });
}
