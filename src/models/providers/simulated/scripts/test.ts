import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

/** Uses one read-only tool first, if it has one. */
export function test(turn: SimulatedTurn): ScriptedAnswer {
  const look = turn.toolResults.length === 0 ? readOnlyCall(turn) : undefined;
  if (look !== undefined) return { text: '', toolCall: look };
  return { text: findings(turn) };
}

function readOnlyCall({ toolNames, paths }: SimulatedTurn): ScriptedAnswer['toolCall'] {
  // The brief may name files too; the run's files come later.
  const path = paths.at(-1);
  const id = 'call_mock_read_1';
  if (toolNames.has('read_file') && path !== undefined) {
    return { id, name: 'read_file', argumentsJson: JSON.stringify({ path }) };
  }
  if (toolNames.has('list_dir')) {
    return { id, name: 'list_dir', argumentsJson: JSON.stringify({ path: '.' }) };
  }
  return undefined;
}

function findings({ excerpt, paths, toolResults }: SimulatedTurn): string {
  const looked = toolResults.length > 0;
  return [
    '## Verification',
    '',
    `**Checked against.** ${excerpt}`,
    '',
    '| What | Result |',
    '|---|---|',
    `| The files are in the workspace | ${looked ? 'seen in this turn' : 'not looked at'} |`,
    '| The code states its inputs and refusals | read |',
    '| The code runs | not run |',
    '',
    ...(paths.length > 0
      ? ['Files in question:', '', ...paths.map((path) => `- \`${path}\``), '']
      : []),
    '**Not verified.** Nothing was executed: no shell command ran in this turn. Behaviour under load and with malformed input is unknown.',
  ].join('\n');
}
