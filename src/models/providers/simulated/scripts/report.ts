import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

export function report(turn: SimulatedTurn): ScriptedAnswer {
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
    'The request was restated and planned, the files were written, the reviewers read them, and quality looked once more.',
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
