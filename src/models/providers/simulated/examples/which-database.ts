import type { ScriptedAnswer } from '../scripted-answer.js';
import type { ExamplePart } from './example-turn.js';

const texts: Readonly<Partial<Record<ExamplePart, string>>> = {
  report: [
    '# Answer',
    '',
    '**SQLite.** At ten people its limit, one writer at a time, is far away, and there is no server to look after.',
    '',
    '- One file on one machine: it is backed up, copied and tried out with one command. (reported)',
    '- Writes wait for each other for less than anybody notices at this size. (inferred)',
    '',
    'Take **PostgreSQL** from the start when a second application server is planned, when other tools are to query the data, or when somebody already runs one.',
    '',
    '## Not verified',
    '',
    'Nothing was measured. One number would settle it: how many writes a second the busiest minute really has.',
    '',
    '*Played by simulated employees: no model was asked.*',
  ].join('\n'),
};

/** The question among the examples. Null in stages that such a question does not have. */
export function whichDatabase(part: ExamplePart): ScriptedAnswer | null {
  const text = texts[part];
  return text === undefined ? null : { text };
}
