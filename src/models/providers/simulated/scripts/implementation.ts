import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

/** Writes one file if it has the tool, then reports it. */
export function implementation(turn: SimulatedTurn): ScriptedAnswer {
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
