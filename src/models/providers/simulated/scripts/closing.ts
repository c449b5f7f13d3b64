import { excerptOf } from '../simulated-turn.js';
import type { ScriptedAnswer, SimulatedTurn } from '../simulated-turn.js';

/** Texts about a result, and about a brief that is still to be written. */
export const closing = { report, conversation };

function report(turn: SimulatedTurn): ScriptedAnswer {
  return { text: turn.paths.length > 0 ? workReport(turn) : answer(turn) };
}

const signature =
  '*Written by simulated employees: no model was asked. Set a provider key to let real ones work.*';

function workReport({ excerpt, paths, pick }: SimulatedTurn): string {
  const next = pick([
    'Try the result with one real example, and send back the first thing that surprises you.',
    'Run it once on your own data before anyone else sees it.',
    'Decide which of the open points matters to you; each is a brief of its own.',
  ]);
  return [
    '# Report',
    '',
    'The work is written and has passed review. It has not been run yet.',
    '',
    '## Objective',
    '',
    excerpt,
    '',
    '## What was built',
    '',
    ...paths.map((path) => `- \`${path}\``),
    '',
    '## How we got here',
    '',
    'The request was planned, the files were written, and the reviewers read them.',
    '',
    '## What is untested',
    '',
    '- Nothing was executed, so behaviour at run time is unknown.',
    '- Unusual input: empty, repeated, very long.',
    '- More than one user at a time.',
    '',
    '## Next',
    '',
    next,
    '',
    signature,
  ].join('\n');
}

/** A run without files answers a question. */
function answer({ excerpt, pick }: SimulatedTurn): string {
  const short = pick([
    'Start with the plainest thing that works, use it once for real, and let that decide the next step.',
    'Both ways work at this size. Take the one that is easier to take back.',
    'It depends on one fact nobody has measured yet, so measure that first.',
  ]);
  return [
    '# Answer',
    '',
    short,
    '',
    '## The question',
    '',
    excerpt,
    '',
    '## What this rests on',
    '',
    '- The research of this run, which graded its findings as reported or inferred.',
    '- No source was opened, and nothing was tried out.',
    '',
    '## What is uncertain',
    '',
    'How far the question reaches: a second brief with one concrete case would sharpen the answer.',
    '',
    signature,
  ].join('\n');
}

const draftCharacters = 300;
const asksForBrief = /\b(write|draft|give|send|show|produce)\b[^.?!]*\bbrief\b|\bbrief itself\b/i;

/** Asks for the definition of done until it is asked for the brief. */
function conversation(turn: SimulatedTurn): ScriptedAnswer {
  return { text: asksForBrief.test(turn.ask) ? draft(turn) : questions(turn) };
}

function questions({ excerpt, pick }: SimulatedTurn): string {
  const opening = pick([
    'Happy to think this through with you.',
    'Good place to start.',
    'That is something we can take on.',
  ]);
  return [
    `${opening} As I understand it: ${excerpt}`,
    '',
    'Two things decide how we would go about it:',
    '',
    '1. What would you look at to say that it is finished?',
    '2. What must stay exactly as it is today?',
    '',
    'Once those are settled I can write the brief. Nothing has been commissioned yet.',
  ].join('\n');
}

function draft({ earlierAsks, ask }: SimulatedTurn): string {
  const subject = excerptOf(earlierAsks.at(-1) ?? ask).slice(0, draftCharacters);
  return [
    `Build the following, small enough to be used in a day: ${subject}`,
    '',
    'It is finished when:',
    '',
    '- it runs on a fresh machine with one command;',
    '- the common case works from start to end, and unusual input is refused with a clear message;',
    '- a test shows both, and the documentation says what was left out.',
  ].join('\n');
}
