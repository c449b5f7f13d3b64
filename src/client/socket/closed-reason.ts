import { OfficeClosed } from '../errors.js';
import type { ConnectionStatus } from './connection.js';

/** Why nothing more comes over a connection. */
export function closedReason({ error }: ConnectionStatus & { phase: 'closed' }): Error {
  return error ?? new OfficeClosed();
}
