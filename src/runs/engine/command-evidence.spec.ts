import { describe, expect, it } from '@jest/globals';
import { sampleTurn } from '#test/support/sample-records.js';
import type { ToolCallRecord } from '../../protocol/records/work.js';
import { commandEvidence } from './command-evidence.js';

const call = (fields: Partial<ToolCallRecord>): ToolCallRecord => ({
  id: 'call_1',
  turnId: 'turn_1',
  name: 'run_shell',
  argumentsJson: '{"command":"npm test"}',
  status: 'ok',
  resultPreview: 'exit code: 0',
  durationMs: 1,
  affectsPaths: [],
  ...fields,
});

describe('the evidence of a run', () => {
  it('is what was run and how it ended, whatever the employee says', () => {
    const turn = sampleTurn({
      id: 'turn_1',
      roleId: 'dev',
      text: 'All tests pass; validated.',
      toolCalls: [
        call({ status: 'error', resultPreview: 'exit code: 1' }),
        call({}),
        call({ name: 'read_file' }),
        call({ status: 'denied' }),
        call({ argumentsJson: '{"command":' }),
        call({ argumentsJson: '{}' }),
      ],
    });
    const of = { turnId: 'turn_1', roleId: 'dev', command: 'npm test' };
    expect(commandEvidence([turn, sampleTurn({ text: 'Validated.' })])).toEqual([
      { ...of, succeeded: false, outcome: 'exit code: 1' },
      { ...of, succeeded: true, outcome: 'exit code: 0' },
    ]);
  });
});
