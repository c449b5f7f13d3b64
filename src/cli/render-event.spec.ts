import { describe, expect, it } from '@jest/globals';
import {
  sampleApproval,
  sampleArtifact,
  sampleRun,
  sampleStage,
  sampleToolCall,
  sampleTurn,
} from '../../test/support/sample-records.js';
import type { ServerEvent } from '../protocol/events.js';
import { renderEvent } from './render-event.js';
import { observe, viewOf } from './followed-run.js';
import type { FollowedRun } from './followed-run.js';

const runId = 'run_0000000001';
const at = 1000;
const first = sampleStage({ id: 'stage_a' });
const second = sampleStage({ id: 'stage_b' });

function viewAfter(...events: ServerEvent[]): FollowedRun {
  const names = new Map([
    ['engineer', 'Ada Park'],
    ['qa', 'Ben Ito'],
  ]);
  const view = { ...viewOf(sampleRun({ stages: [first, second] })), names };
  return events.reduce(observe, view);
}

function lines(event: ServerEvent, view = viewAfter()): string {
  return renderEvent(event, view).join('\n');
}

describe('renderEvent', () => {
  it('numbers the stage that begins', () => {
    expect(lines({ type: 'stage.started', at, runId, stage: second })).toBe(
      '\n[2/2] Build (single)',
    );
  });

  it('names a stage that was skipped without beginning', () => {
    const stage = { ...second, status: 'skipped' } as const;
    expect(lines({ type: 'stage.finished', at, runId, stage })).toBe(
      '\n[2/2] Build (single): skipped',
    );
  });

  it('says why a stage failed', () => {
    const stage = { ...first, status: 'failed', error: 'The stage produced no turns.' } as const;
    expect(lines({ type: 'stage.finished', at, runId, stage })).toBe(
      '  Stage failed: The stage produced no turns.',
    );
  });

  it('tells the spend when a stage is done', () => {
    const view = viewAfter({ type: 'budget.updated', at, runId, limitUsd: 5, spentUsd: 0.01234 });
    const stage = { ...first, status: 'done' } as const;
    expect(lines({ type: 'stage.finished', at, runId, stage }, view)).toBe(
      '  Stage done; spent $0.0123 of $5.00.',
    );
  });

  it('tells who has the floor, what for, and on which model', () => {
    expect(lines({ type: 'turn.started', at, turn: sampleTurn() })).toBe(
      '  Ada Park: Write the code (mock-standard, standard)',
    );
  });

  it('calls someone it has not met by the id', () => {
    expect(lines({ type: 'turn.started', at, turn: sampleTurn({ employeeId: 'cto' }) })).toContain(
      '  cto: ',
    );
  });

  it('quotes what was said and what it cost', () => {
    const turn = sampleTurn({ text: 'It\nworks.' });
    expect(lines({ type: 'turn.finished', at, turn })).toBe(
      '  Ada Park: "It works."\n    $0.0012 (100 tokens in, 20 out)',
    );
  });

  it('marks a turn that broke and counts that were guessed', () => {
    const usage = { tokensIn: 1, tokensOut: 2, costUsd: 0, estimated: true };
    const turn = sampleTurn({ status: 'failed', usage });
    expect(lines({ type: 'turn.finished', at, turn })).toBe(
      '    failed; $0.0000 (1 tokens in, 2 out, estimated)',
    );
    expect(
      lines({ type: 'turn.finished', at, turn: { ...turn, usage: { ...usage, cutOff: true } } }),
    ).toContain('2 out, estimated: a call was cut off and is booked at what is estimated of it)');
  });

  describe('speech', () => {
    const speech = {
      type: 'speech',
      at,
      runId,
      stageId: 'stage_a',
      fromEmployeeId: 'engineer',
      toEmployeeIds: ['qa'],
      text: 'Ship it.',
      kind: 'debate',
    } as const;

    it('is quoted', () => {
      expect(lines(speech)).toBe('  Ada Park to Ben Ito (debate): "Ship it."');
    });

    it('only says who was meant when the turn has just been quoted', () => {
      const turn = sampleTurn({ text: 'Ship it.\n' });
      const view = viewAfter({ type: 'turn.finished', at, turn });
      expect(lines(speech, view)).toBe('  Ada Park to Ben Ito (debate)');
    });

    it('to nobody by name is to everyone', () => {
      expect(lines({ ...speech, toEmployeeIds: [] })).toContain('Ada Park to everyone');
    });
  });

  describe('a tool call', () => {
    const reported = (call: Parameters<typeof sampleToolCall>[0]) =>
      lines({ type: 'tool.result', at, runId, turnId: 't', call: sampleToolCall(call) });

    it('tells what it was about', () => {
      expect(reported({})).toBe('    read_file README.md: ok');
    });

    it('tells which files changed', () => {
      expect(reported({ name: 'write_file', affectsPaths: ['a.ts', 'b.ts'] })).toBe(
        '    write_file a.ts, b.ts: ok',
      );
    });

    it('tells why it did not work', () => {
      expect(reported({ status: 'denied', resultPreview: 'refused: not granted' })).toBe(
        '    read_file README.md: denied: refused: not granted',
      );
    });

    it.each(['not JSON', 'null', '{"depth":2}', '[]'])(
      'takes arguments as they come: %s',
      (raw) => {
        expect(reported({ argumentsJson: raw })).toBe('    read_file : ok');
      },
    );
  });

  it('shows an approval with the exact thing to decide, and nothing that could disguise it', () => {
    const approval = sampleApproval({ detail: 'rm -rf build\n\u001b[8mrm -rf ~' });
    expect(lines({ type: 'approval.requested', at, approval })).toBe(
      '\n  Ada Park asks (shell): Run the tests\n    | rm -rf build\n    | \uFFFD[8mrm -rf ~',
    );
  });

  it('tells how an approval was decided', () => {
    const approval = sampleApproval({ status: 'rejected' });
    expect(lines({ type: 'approval.decided', at, approval })).toBe('  Run the tests: rejected.');
  });

  it('tells of artifacts and errors', () => {
    expect(lines({ type: 'artifact.created', at, artifact: sampleArtifact() })).toBe(
      '    plan: The plan',
    );
    expect(lines({ type: 'error', at, message: 'Ada Park failed: no model' })).toBe(
      '  ! Ada Park failed: no model',
    );
  });

  it('has no line for what is no news', () => {
    expect(renderEvent({ type: 'pong', at }, viewAfter())).toEqual([]);
  });
});
