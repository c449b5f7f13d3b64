import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

export function research({ excerpt, pick }: SimulatedTurn): ScriptedAnswer {
  const advice = pick([
    'Start with the plainest structure that works; every comparable project that began with a framework spent its first week on the framework.',
    'Keep the rules apart from the screen. Projects that did could change either without touching the other.',
    'Store as little as possible. What is derived cannot fall out of step.',
  ]);
  return {
    text: [
      '## What is known',
      '',
      `**Question.** What should we know before starting on: ${excerpt}`,
      '',
      '| Finding | Standing |',
      '|---|---|',
      '| Small tools of this kind live or die by how fast the first use succeeds. | reported |',
      '| Most defects found after release sit at the edges: empty input, repeated input, very long input. | reported |',
      '| A plain module with typed functions is enough at this size. | inferred |',
      '',
      '### What it means for us',
      '',
      advice,
      '',
      '### What was not looked at',
      '',
      'No source was opened in this turn, so nothing above is marked as verified.',
    ].join('\n'),
  };
}
