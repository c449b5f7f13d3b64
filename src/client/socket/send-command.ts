import type { ClientCommand } from '../../protocol/commands.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { ConnectionStatus } from './connection.js';

/** The client's functions for sending a command. */
export interface CommandLink {
  /** @throws OfficeUnreachable while disconnected */
  readonly send: (command: ClientCommand) => void;
  readonly onEvent: (listener: (event: ServerEvent) => void) => () => void;
  readonly onStatus: (listener: (status: ConnectionStatus) => void) => () => void;
}
