import type { ServerEvent, ServerEventOf } from '../../protocol/events.js';
import { runIdOf } from '../../protocol/rules/run-id-of.js';
import { isFinal } from '../../protocol/rules/run-status.js';

/** What is told of one run: its stored events, and the text its employees are writing. */
export type RunEvent = ServerEventOf<
  | 'run.created'
  | 'run.updated'
  | 'stage.started'
  | 'stage.finished'
  | 'turn.started'
  | 'turn.delta'
  | 'turn.reasoning'
  | 'turn.finished'
  | 'speech'
  | 'tool.result'
  | 'artifact.created'
  | 'approval.requested'
  | 'approval.decided'
  | 'budget.updated'
  | 'routing.decision'
  | 'error'
>;

export function isOfRun(event: ServerEvent, runId: string): event is RunEvent {
  if (event.type === 'turn.delta' || event.type === 'turn.reasoning') return event.runId === runId;
  return runIdOf(event) === runId;
}

/** Whether nothing of the run comes after the event. */
export function endsRun(event: RunEvent): boolean {
  return event.type === 'run.updated' && isFinal(event.run.status);
}
