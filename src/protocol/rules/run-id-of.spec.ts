import { describe, expect, it } from '@jest/globals';
import {
  sampleApproval,
  sampleArtifact,
  sampleRoute,
  sampleRun,
  sampleStage,
  sampleToolCall,
  sampleTurn,
} from '#test/support/sample-records.js';
import type { PersistedEventType, ServerEvent, ServerEventPayloads } from '../events.js';
import { runIdOf } from './run-id-of.js';

const runId = 'run_of_it';

/** One event of every type that belongs to a run; the compiler requires each of them. */
const ofRun: Pick<
  ServerEventPayloads,
  | 'run.created'
  | 'run.updated'
  | 'stage.started'
  | 'stage.finished'
  | 'turn.started'
  | 'turn.finished'
  | 'routing.decision'
  | 'speech'
  | 'tool.result'
  | 'artifact.created'
  | 'approval.requested'
  | 'approval.decided'
  | 'budget.updated'
  | 'error'
> = {
  'run.created': { run: sampleRun({ id: runId }) },
  'run.updated': { run: sampleRun({ id: runId }) },
  'stage.started': { runId, stage: sampleStage() },
  'stage.finished': { runId, stage: sampleStage() },
  'turn.started': { turn: sampleTurn({ runId }) },
  'turn.finished': { turn: sampleTurn({ runId }) },
  'routing.decision': { runId, turnId: 't', route: sampleRoute() },
  speech: { runId, stageId: 's', fromEmployeeId: 'a', toEmployeeIds: [], text: '', kind: 'debate' },
  'tool.result': { runId, turnId: 't', call: sampleToolCall() },
  'artifact.created': { artifact: sampleArtifact({ runId }) },
  'approval.requested': { approval: sampleApproval({ runId }) },
  'approval.decided': { approval: sampleApproval({ runId }) },
  'budget.updated': { runId, limitUsd: 5, spentUsd: 1 },
  error: { runId, message: 'oops' },
};

type OfNoRun = Exclude<PersistedEventType, keyof typeof ofRun>;

/** The other types; they have no run, whatever fields they carry. */
const ofNoRun: Readonly<Record<OfNoRun, true>> = {
  'org.updated': true,
  'settings.updated': true,
  'plugins.updated': true,
  'employee.updated': true,
  'employee.moved': true,
  'direct.message': true,
  'memory.created': true,
  'memory.retracted': true,
  'memory.updated': true,
  usage: true,
  log: true,
};

describe('runIdOf', () => {
  it.each(Object.entries(ofRun))('%s belongs to its run', (type, payload) => {
    expect(runIdOf({ type, at: 1, ...payload } as ServerEvent)).toBe(runId);
  });

  it.each(Object.keys(ofNoRun))('%s belongs to no run', (type) => {
    expect(runIdOf({ type, at: 1 } as ServerEvent)).toBeNull();
  });

  it('an error without a run belongs to none', () => {
    expect(runIdOf({ type: 'error', message: 'oops' })).toBeNull();
  });
});
