import { describe, expect, it } from '@jest/globals';
import {
  sampleApproval,
  sampleRun,
  sampleStage,
  sampleTurn,
} from '#test/support/sample-records.js';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { RunEvent } from '../../client/runs/run-event.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { RunTeller } from './run-teller.js';

const run = sampleRun({ id: 'run_1' });
const turn = sampleTurn({ id: 'turn_1', runId: 'run_1', employeeId: 'ada', purpose: 'Say hello.' });
const people = [{ id: 'ada', displayName: 'Ada' }];
const at = { at: 1, seq: 1 };
const instructed = { ...run, instructions: [{ text: 'Use SQLite', at: 1 }] };
const call = {
  ...{ id: 'call_1', turnId: 'turn_1', name: 'git', argumentsJson: '{}', status: 'ok' as const },
  ...{ resultPreview: '', durationMs: 1, affectsPaths: [] },
};
const approval = sampleApproval({ id: 'appr_1', runId: 'run_1', employeeId: 'ada' });

const teller = (isReplay = false) => new RunTeller({ run, people, root: '/w', isReplay });
const kinds = (updates: readonly SessionUpdate[]) =>
  updates.map(({ sessionUpdate }) => sessionUpdate);
const speech = (text: string): RunEvent => ({
  ...{ ...at, type: 'speech', runId: 'run_1', stageId: 's', text, kind: 'question' },
  ...{ fromEmployeeId: 'ada', toEmployeeIds: [] },
});

describe('RunTeller', () => {
  it.each<[string, readonly RunEvent[], readonly string[]]>([
    [
      'a plan, once',
      [
        { ...at, type: 'run.updated', run },
        { ...at, type: 'run.updated', run },
      ],
      ['plan'],
    ],
    [
      'a stage that changed',
      [
        { ...at, type: 'run.updated', run },
        { ...at, type: 'stage.finished', runId: 'run_1', stage: sampleStage({ status: 'done' }) },
      ],
      ['plan', 'plan'],
    ],
    [
      'an instruction',
      [{ ...at, type: 'run.updated', run: instructed }],
      ['user_message_chunk', 'plan'],
    ],
    [
      'what an employee says and thinks',
      [
        { ...at, type: 'turn.started', turn },
        { ...at, type: 'turn.reasoning', runId: 'run_1', turnId: 'turn_1', text: 'hm' },
        { ...at, type: 'turn.delta', runId: 'run_1', turnId: 'turn_1', text: 'Hello' },
      ],
      ['agent_thought_chunk', 'agent_message_chunk'],
    ],
    [
      'a tool call',
      [{ ...at, type: 'tool.result', runId: 'run_1', turnId: 'turn_1', call }],
      ['tool_call'],
    ],
    [
      'a question and its answer',
      [
        { ...at, type: 'approval.requested', approval },
        { ...at, type: 'approval.requested', approval },
        { ...at, type: 'approval.decided', approval: { ...approval, status: 'approved' } },
      ],
      ['tool_call', 'tool_call_update'],
    ],
    ['a question to others', [speech('Why?')], ['agent_message_chunk']],
    ['a problem', [{ ...at, type: 'error', message: 'Broken.' }], ['agent_message_chunk']],
    [
      'nothing of money',
      [{ ...at, type: 'budget.updated', runId: 'run_1', limitUsd: 5, spentUsd: 1 }],
      [],
    ],
  ])('tells %s', (_, events, expected) => {
    const told = teller();
    expect(kinds(events.flatMap((event) => told.take(event)))).toEqual(expected);
  });

  it('tells the brief only where the editor does not show it', () => {
    const created: RunEvent = { ...at, type: 'run.created', run };
    expect(kinds(teller().take(created))).toEqual(['plan']);
    expect(kinds(teller(true).take(created))).toEqual(['user_message_chunk', 'plan']);
  });

  it('tells no instruction that the editor gave', () => {
    const told = teller();
    told.expectInstruction('Use SQLite');
    expect(kinds(told.take({ ...at, type: 'run.updated', run: instructed }))).toEqual(['plan']);
  });

  it('names who speaks to whom, and tells no text twice', () => {
    const told = teller();
    expect(told.take(speech('Why?'))).toMatchObject([
      { content: { text: `**${editorTexts.to('Ada', 'everyone', 'question')}**\n\nWhy?\n\n` } },
    ]);
    told.take({ ...at, type: 'turn.started', turn });
    told.take({ ...at, type: 'turn.finished', turn: { ...turn, text: 'Hello' } });
    expect(told.take(speech('Hello'))).toEqual([]);
  });
});
