import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

export function plan({ excerpt, slug, pick }: SimulatedTurn): ScriptedAnswer {
  const risk = pick([
    'Scope grows while building. Anything not listed above waits for a second brief.',
    'The two halves meet late. Agree on the shape of the data before either starts.',
    'Errors are handled last. Write the refusals together with the happy path.',
  ]);
  return {
    text: [
      '## Plan',
      '',
      `**Goal.** ${excerpt}`,
      '',
      '| # | Workstream | Result | Owner |',
      '|---|---|---|---|',
      `| 1 | Core | \`src/${slug}.ts\`: the rules, free of I/O | backend |`,
      '| 2 | Surface | what a user sees and can do | frontend |',
      '| 3 | Checks | the happy path, and one refusal for each rule | quality |',
      '',
      '### Order',
      '',
      '1. Name the types both sides share.',
      '2. Build core and surface side by side against those types.',
      '3. Join them, run the checks, note what they do not cover.',
      '',
      '### Out of scope',
      '',
      'Accounts, deployment and anything that needs a network.',
      '',
      `### Main risk\n\n${risk}`,
    ].join('\n'),
  };
}
