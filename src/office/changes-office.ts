import type { ServerEvent } from '../protocol/events.js';
import { isFinal } from '../runs/domain/run-status.js';

/** Whether the whole state goes out after the event (behaviour-server.md 4.2). */
export function changesOffice(event: ServerEvent): boolean {
  switch (event.type) {
    case 'run.created':
    case 'settings.updated':
    case 'org.updated':
      return true;
    case 'run.updated':
      return isFinal(event.run.status);
    default:
      return false;
  }
}
