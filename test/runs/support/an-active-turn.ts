import type { Role } from '#protocol/records/organisation.js';
import { noSlot } from '#runs/queue/turn-slots.js';
import type { RunSession } from '#runs/engine/journal/run-session.js';
import type { ActiveTurn } from '#runs/engine/turn/lifecycle/active-turn.js';
import type { TurnRequest } from '#runs/engine/stages/stage-context.js';
import { sampleStage, sampleTurn } from '../../support/sample-records.js';
import { noKnowledge } from './fake-stage.js';
import { sampleRole } from './sample-role.js';

/** A turn as a stage asks for it, under the key `s/<role>`. */
export function aTurnRequest(role: Role = sampleRole('dev'), stage = sampleStage()): TurnRequest {
  return {
    key: `s/${role.id}`,
    stage,
    role,
    purpose: 'do your part',
    turnIndex: 0,
    knowledge: noKnowledge,
    transcript: [],
  };
}

/** A turn that has begun in this session. */
export function aTurnAtWork(session: RunSession, fields: Partial<ActiveTurn> = {}): ActiveTurn {
  const { request = aTurnRequest() } = fields;
  return {
    session,
    request,
    workspaceId: session.run.workspaceId,
    record: sampleTurn({
      id: `${session.run.id} ${request.key}`,
      runId: session.run.id,
      stageId: request.stage.id,
      employeeId: request.role.id,
      roleId: request.role.id,
      status: 'running',
      endedAt: null,
    }),
    conversation: request.key,
    grantedTools: request.role.allowedTools,
    slot: noSlot,
    work: session.handover.begin(),
    memory: { query: '', facts: [], total: 0 },
    ...fields,
  };
}
