import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

/** Ways in which such work fails, each with the word of a brief that brings it to mind. */
const failureModes: readonly (readonly [word: string, mode: string, cure: string])[] = [
  [
    'fallback',
    'the fallback is the path nobody runs, so it is broken on the day it is needed',
    'make the fallback the same code with another input, and run it in every test',
  ],
  [
    'stream',
    'a stream that stops half-way looks exactly like one that is finished',
    'end every stream with a marker, and treat its absence as a failure',
  ],
  [
    'cache',
    'a cache answers long after the truth has moved on',
    'give every entry one owner who alone may drop it, or do without',
  ],
  [
    'concurrent',
    'two writers read the same value and the slower one wins',
    'let one place own the value, and have it refuse a write that is out of date',
  ],
  [
    'budget',
    'a limit that is checked only at the end is a report, not a limit',
    'reserve before spending, and settle afterwards',
  ],
];

const unbounded = [
  'generation',
  'nothing says when the work is done, so it grows until something else stops it',
  'write down the three things that count as finished, and stop there',
] as const;

export function debate({ excerpt, ask, pick }: SimulatedTurn): ScriptedAnswer {
  const lower = ask.toLowerCase();
  const [, mode, cure] = failureModes.find(([word]) => lower.includes(word)) ?? unbounded;
  const opening = pick([
    'I agree with the direction and disagree with the order.',
    'The proposal holds for the common case. My concern is the uncommon one.',
    'Before we choose, one thing that will go wrong if we say nothing about it.',
    'I would take the simpler of the two, and here is the price of that.',
  ]);
  const concession = pick([
    'I concede the point about naming: the shorter one is clearer.',
    'I concede that a prototype would settle this faster than we can.',
    'I concede that both layouts work; mine only saves a file.',
  ]);
  return {
    text: [
      opening,
      '',
      `We are deciding how to approach: ${excerpt}`,
      '',
      `**What fails.** ${capitalised(mode)}.`,
      '',
      `**What I propose.** ${capitalised(cure)}.`,
      '',
      '**What it costs.** About half a day now, and one more rule to explain.',
      '',
      concession,
    ].join('\n'),
  };
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
