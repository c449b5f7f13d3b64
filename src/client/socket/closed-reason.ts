import { OfficeClosed } from '../errors.js';
import type { ConnectionStatus } from './connection.js';

/** Why a connection has ended. */
export function closedReason({ error }: ConnectionStatus & { phase: 'closed' }): Error {
  return error ?? new OfficeClosed();
}
