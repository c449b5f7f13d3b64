import type { AnnouncedEvent } from '../platform/events/event-bus.js';
import { isFinal } from '../runs/history/run-status.js';

/** True if the whole state is sent after the event. */
export function changesOffice(event: AnnouncedEvent): boolean {
  switch (event.type) {
    case 'run.created':
    case 'settings.updated':
    case 'org.updated':
    case 'internal.active-floor.selected':
    case 'internal.floor.closed':
    case 'internal.models.discovered':
    case 'internal.models.measured':
    case 'internal.models.found':
    case 'internal.plugins.decided':
    case 'internal.live-state.changed':
      return true;
    case 'run.updated':
      return isFinal(event.run.status);
    default:
      return false;
  }
}

/**
 * True if the whole state is sent in the next turn of the event loop: after spend that belongs to
 * no run.
 */
export function changesFigures(event: AnnouncedEvent): boolean {
  return event.type === 'internal.employee.used';
}
