import { describe, expect, it } from '@jest/globals';
import type { ToolCallRecord, TurnRecord } from '#protocol/records/work.js';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { sampleToolCall, sampleTurn } from '#test/support/sample-records.js';
import { standstillOf, wholeTurn } from './turn-parts.js';

const call = (command: string, result: string, fields: Partial<ToolCallRecord> = {}) =>
  sampleToolCall({
    name: 'run_shell',
    argumentsJson: JSON.stringify({ command }),
    resultPreview: result,
    affectsPaths: [],
    ...fields,
  });
const turn = (...toolCalls: readonly ToolCallRecord[]): TurnRecord =>
  sampleTurn({ toolCalls, wroteFiles: toolCalls.flatMap(({ affectsPaths }) => affectsPaths) });

const red = call('npm test', 'exit code: 1');
const edit = call('edit', 'ok', { name: 'edit_file', affectsPaths: ['a.ts'] });

describe('standstillOf', () => {
  it.each<[string, readonly TurnRecord[]]>([
    ['one turn, whatever it did', [turn()]],
    ['the same result twice', [turn(red, red)]],
    ['the same result with a file changed between', [turn(red, red, edit), turn(red, red)]],
    ['another result', [turn(red), turn(red), turn(call('npm test', 'exit code: 0'))]],
    ['a turn that only found something new', [turn(red), turn(call('ls', 'a.ts')), turn(red)]],
    [
      'a command in the background that is waited for',
      [
        turn(
          call('1', 'busy', { name: 'shell_output' }),
          call('1', 'busy', { name: 'shell_output' }),
        ),
        turn(
          call('1', 'busy', { name: 'shell_output' }),
          call('1', 'busy', { name: 'shell_output' }),
        ),
      ],
    ],
  ])('gets on: %s', (_, turns) => {
    expect(standstillOf(turns)).toBeNull();
  });

  it('ends what repeats itself three times', () => {
    expect(standstillOf([turn(red), turn(red, red)])).toBe('repeats');
  });

  it('ends two turns in a row that bring nothing', () => {
    expect(standstillOf([turn(edit, red), turn(red), turn()])).toBe('nothing-new');
    expect(standstillOf([turn(), turn()])).toBe('nothing-new');
  });
});

describe('wholeTurn', () => {
  it('tells of work at a standstill what was tried lately, each call once', () => {
    const last = { ...turn(red, red), text: 'Status: to be continued' };
    const { text } = wholeTurn(sampleRole('dev'), [turn(edit, red), last]);
    expect(text).toContain(
      '- edit_file {"command":"edit"}: ok\n- run_shell {"command":"npm test"}: ok\n\n',
    );
  });
});
