import type { ServerEvent, ServerEventOf } from '../../protocol/events.js';
import { runIdOf } from '../../protocol/rules/run-id-of.js';

/** Events of one run: stored ones, and its streamed text. */
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
