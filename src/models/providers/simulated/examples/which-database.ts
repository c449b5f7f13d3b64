import type { ScriptedAnswer } from '../scripted-answer.js';
import type { ExamplePart } from './example-turn.js';

const texts: Readonly<Partial<Record<ExamplePart, string>>> = {
  intake: [
    'Choose the database for an internal tool that about ten people use: SQLite or PostgreSQL.',
    '',
    'A choice is wanted, with the condition under which it would turn. Read as: one server, one office, no public traffic, and nobody whose job it is to run a database.',
    '',
    'TAGS: data, research',
  ].join('\n'),
  research: [
    '| Claim | Standing |',
    '|---|---|',
    '| SQLite allows one writer at a time; with its write-ahead log readers go on meanwhile. | reported |',
    '| Ten people write a few rows a second at most; a write takes well under a millisecond of that. | inferred |',
    '| SQLite is a file: a backup is one command, an upgrade is a package. PostgreSQL is a server with users, versions and upgrades of its own. | reported |',
    '| Two application servers cannot share an SQLite file over a network safely. | reported |',
    '',
    'What decides: whether a second application server will ever be needed, and whether others want to query the data directly.',
    '',
    'Not opened: no source was read in this turn, so nothing above counts as verified.',
  ].join('\n'),
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

/** The example that is a question. Null in stages that a question does not have. */
export function whichDatabase(part: ExamplePart): ScriptedAnswer | null {
  const text = texts[part];
  return text === undefined ? null : { text };
}
