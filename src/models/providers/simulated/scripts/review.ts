import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

/**
 * Always approves. It quotes nothing, because a word of the brief could change the verdict that is
 * read.
 */
export function review({ pick }: SimulatedTurn): ScriptedAnswer {
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
