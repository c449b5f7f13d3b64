import type { ScriptedAnswer, SimulatedTurn } from '../simulated-turn.js';

/** Texts while a result is made and checked. */
export const work = { implementation, review, test };

/** Writes one file if it has the tool, then reports it. */
function implementation(turn: SimulatedTurn): ScriptedAnswer {
  const path = `src/${turn.slug}.ts`;
  if (turn.toolNames.has('write_file') && turn.toolResults.length === 0) {
    const content = stub(turn);
    return {
      text: '',
      toolCall: {
        id: 'call_mock_write_1',
        name: 'write_file',
        argumentsJson: JSON.stringify({ path, content }),
      },
    };
  }
  return { text: turn.toolResults.length > 0 ? written(turn, path) : proposed(turn) };
}

function written({ excerpt }: SimulatedTurn, path: string): string {
  return [
    '## Built',
    '',
    `Wrote \`${path}\` for: ${excerpt}`,
    '',
    '- One exported function with a typed input and a typed result.',
    '- Blank input is refused with a message that says so.',
    '- No dependency, no I/O, nothing global.',
    '',
    '**Run.** Nothing was executed in this turn. To check the types: `npx tsc --noEmit`.',
  ].join('\n');
}

function proposed({ excerpt, slug }: SimulatedTurn): string {
  return [
    '## Proposed change',
    '',
    `For: ${excerpt}`,
    '',
    `The change belongs in \`src/${slug}.ts\`: one exported function, a typed input, a refusal for blank input. Nothing was written, because no tool for writing was at hand.`,
  ].join('\n');
}

function stub({ excerpt, slug }: SimulatedTurn): string {
  const name = camelCase(slug);
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  return `/**
 * ${excerpt.replaceAll('*/', '* /')}
 *
 * A first cut by a simulated employee: the shape is real, the rule is the simplest that holds.
 */

export interface ${type}Result {
  readonly input: string;
  readonly done: boolean;
}

/** Answers one request. Throws a RangeError if it is blank. */
export function ${name}(input: string): ${type}Result {
  const request = input.trim();
  if (request === '') throw new RangeError('An empty request cannot be answered.');
  return { input: request, done: true };
}
`;
}

/** A slug as an identifier: never empty, never starting with a digit. */
function camelCase(slug: string): string {
  const [first = '', ...rest] = slug.split('-');
  const joined = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
  return /^[a-z]/.test(joined) ? `${joined}Work` : `work${joined}`;
}

/**
 * Always approves. It quotes nothing, because a word of the brief could change the verdict that is
 * read.
 */
function review({ pick }: SimulatedTurn): ScriptedAnswer {
  const praise = pick([
    'The work does what was asked and not more. Names say what things are, and each function can be read on its own.',
    'Clear structure, small surface. Someone new could change this safely.',
    'The rules stand apart from the plumbing, which makes this easy to test.',
  ]);
  const risk = pick([
    'Very long input is accepted as it comes; with real users that deserves a limit.',
    'The happy path is covered better than the edges.',
    'The defaults are chosen for a demonstration and need a second look before real use.',
  ]);
  const suggestion = pick([
    'add one example to the documentation that shows a refusal.',
    'name the unit in every number that crosses a function.',
    'keep the sample data beside the tests, where it is used.',
  ]);
  return {
    text: [
      '## Review',
      '',
      praise,
      '',
      `**Risk.** ${risk}`,
      '',
      `**Suggestion.** For later: ${suggestion}`,
      '',
      'Verdict: approved',
    ].join('\n'),
  };
}

/** Uses one read-only tool first, if it has one. */
function test(turn: SimulatedTurn): ScriptedAnswer {
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
