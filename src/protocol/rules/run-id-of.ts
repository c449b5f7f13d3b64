import type { ServerEventPayloads, ServerEventType } from '../events.js';

/** An event with or without its time and number. */
type EventLike = {
  [K in ServerEventType]: { readonly type: K } & ServerEventPayloads[K];
}[ServerEventType];

/** The run that a stored event belongs to, or null; `loadRun` replays only events with a run. */
export function runIdOf(event: EventLike): string | null {
  switch (event.type) {
    case 'run.created':
    case 'run.updated':
      return event.run.id;
    case 'turn.started':
    case 'turn.finished':
      return event.turn.runId;
    case 'artifact.created':
      return event.artifact.runId;
    case 'approval.requested':
    case 'approval.decided':
      return event.approval.runId;
    case 'stage.started':
    case 'stage.finished':
    case 'speech':
    case 'tool.result':
    case 'budget.updated':
    case 'routing.decision':
      return event.runId;
    case 'error':
      return event.runId ?? null;
    default:
      return null;
  }
}
