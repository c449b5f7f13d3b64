import { describe, expect, it } from '@jest/globals';
import { sampleCheck, sampleToolCall, sampleTurn } from '#test/support/sample-records.js';
import type { ToolCallRecord } from '../../protocol/records/work.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { commandEvidence } from './command-evidence.js';

const call = (fields: Partial<ToolCallRecord>): ToolCallRecord =>
  sampleToolCall({
    name: 'run_shell',
    argumentsJson: '{"command":"npm test"}',
    resultPreview: 'exit code: 0',
    affectsPaths: [],
    at: 1500,
    command: { exitCode: 0, succeeded: true, tail: '12 passed' },
    ...fields,
  });

describe('the evidence of a run', () => {
  it('is what was run, when, by whom and how it ended, whatever the employee says', () => {
    const failed = { exitCode: 1, succeeded: false, tail: '1 failed' };
    const turn = sampleTurn({
      id: 'turn_1',
      roleId: 'dev',
      text: 'All tests pass; validated.',
      toolCalls: [
        call({ status: 'error', resultPreview: 'exit code: 1', command: failed }),
        call({ at: 1600 }),
        call({ name: 'read_file' }),
        call({ status: 'denied' }),
        call({ status: 'error', resultPreview: toolTexts.shellDeclined, command: undefined }),
        call({ argumentsJson: '{"command":' }),
        call({ argumentsJson: '{}' }),
      ],
    });
    const of = { turnId: 'turn_1', roleId: 'dev', by: 'employee', command: 'npm test' };
    expect(commandEvidence([turn, sampleTurn({ text: 'Validated.' })])).toEqual([
      { ...of, at: 1500, ...failed, outcome: 'exit code: 1', changedSince: [] },
      {
        ...of,
        at: 1600,
        exitCode: 0,
        succeeded: true,
        tail: '12 passed',
        outcome: 'exit code: 0',
        changedSince: [],
      },
    ]);
  });

  it.each([
    ['npm test', 0, true],
    ['npm test | tail -3', 0, true],
    ['npm test | tail -3', 1, false],
    ['npm test; node check.mjs', 0, null],
    ['npm test; node check.mjs', 1, false],
    ['npm test', null, false],
  ])('of a check tells what is known of all its parts: %s, code %s', (command, exitCode, is) => {
    const [told] = commandEvidence([], [sampleCheck({ command, exitCode })]);
    expect(told).toMatchObject({ by: 'office', command, exitCode, succeeded: is });
  });

  it('says which files were changed after a command, in whatever turn', () => {
    const build = sampleTurn({
      toolCalls: [
        call({ at: 1, name: 'write_file', affectsPaths: ['early.ts'] }),
        call({ at: 2 }),
        call({ at: 4, name: 'edit_file', affectsPaths: ['late.ts', 'both.ts'] }),
      ],
    });
    const beside = sampleTurn({
      toolCalls: [call({ at: 3, affectsPaths: ['both.ts'] })],
    });
    expect(commandEvidence([build, beside]).map(({ changedSince }) => changedSince)).toEqual([
      ['both.ts', 'late.ts'],
      ['late.ts', 'both.ts'],
    ]);
  });

  it('is as much as records of earlier versions tell', () => {
    const { at: _, command: __, ...earlier } = call({});
    const piped = { ...earlier, argumentsJson: '{"command":"npm test | grep fail"}' };
    const started = { ...earlier, resultPreview: 'Started sh_1.' };
    const killed = { ...started, status: 'error' } as const;
    const turn = sampleTurn({ startedAt: 7, toolCalls: [earlier, piped, started, killed] });
    const found = commandEvidence([turn]);
    expect(found.map(({ exitCode, succeeded }) => [exitCode, succeeded])).toEqual([
      [0, true],
      [0, null],
      [null, null],
      [null, false],
    ]);
    expect(found[0]).toMatchObject({ at: 7, tail: '' });
  });
});
