import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';
import { heardIn } from './heard.js';
import type { Heard } from './heard.js';

interface FailureMode {
  /** The word of a brief that brings it to mind. */
  readonly word: string;
  readonly mode: string;
  readonly cure: string;
  readonly price: string;
}

const failureModes: readonly FailureMode[] = [
  {
    word: 'fallback',
    mode: 'the fallback is the path nobody runs, so it is broken on the day it is needed',
    cure: 'make the fallback the same code with another input, and run it in every test',
    price: 'one more case in every test',
  },
  {
    word: 'stream',
    mode: 'a stream that stops half-way looks exactly like one that is finished',
    cure: 'end every stream with a marker, and treat its absence as a failure',
    price: 'a marker that every reader has to know',
  },
  {
    word: 'cache',
    mode: 'a cache answers long after the truth has moved on',
    cure: 'give every entry one owner who alone may drop it, or do without',
    price: 'a slower first answer',
  },
  {
    word: 'concurrent',
    mode: 'two writers read the same value and the slower one wins',
    cure: 'let one place own the value, and have it refuse a write that is out of date',
    price: 'a refusal that callers have to handle',
  },
  {
    word: 'budget',
    mode: 'a limit that is checked only at the end is a report, not a limit',
    cure: 'reserve before spending, and settle afterwards',
    price: 'a reservation to give back when work is cut off',
  },
];

const unbounded: FailureMode = {
  word: '',
  mode: 'nothing says when the work is done, so generation goes on until something else stops it',
  cure: 'write down the three things that count as finished, and stop there',
  price: 'half a day, before anything can be shown',
};

/** A position in the first round; later on an answer to whoever spoke before; at the end a ruling. */
export function debate(turn: SimulatedTurn): ScriptedAnswer {
  const heard = heardIn(turn.prompt);
  if (heard.isClosing) return { text: ruling(turn, heard) };
  if (heard.round > 1 && heard.lastSpeaker !== undefined) {
    return { text: rebuttal(turn, heard, heard.lastSpeaker) };
  }
  return { text: opening(turn, heard) };
}

function opening(turn: SimulatedTurn, heard: Heard): string {
  const { excerpt, pick } = turn;
  const { lastSpeaker } = heard;
  const { mode, cure, price } = modeFor(turn, heard);
  const first = pick([
    'I agree with the direction and disagree with the order.',
    'The proposal holds for the common case. My concern is the uncommon one.',
    'Before we choose, one thing that will go wrong if we say nothing about it.',
    'I would take the simpler of the two, and here is the price of that.',
  ]);
  return [
    lastSpeaker === undefined ? first : `${lastSpeaker} has a point. ${first}`,
    '',
    `We are deciding how to approach: ${excerpt}`,
    '',
    `**What fails.** ${capitalised(mode)}.`,
    '',
    `**What I propose.** ${capitalised(cure)}.`,
    '',
    `**What it costs.** ${capitalised(price)}.`,
  ].join('\n');
}

function rebuttal(turn: SimulatedTurn, heard: Heard, lastSpeaker: string): string {
  const { pick } = turn;
  const { mode, cure, price } = modeFor(turn, heard);
  const answer = pick([
    `${lastSpeaker}, your way is quicker to build; I doubt that it is quicker to repair.`,
    `${lastSpeaker}, I follow you up to the last step. There the two of us assume different users.`,
    `${lastSpeaker}, that settles the half I was not worried about.`,
  ]);
  const concession = pick([
    'I concede the point about naming: the shorter one is clearer.',
    'I concede that a prototype would settle this faster than we can.',
    'I concede that both layouts work; mine only saves a file.',
    `I concede the price: ${price}.`,
  ]);
  return [
    answer,
    '',
    `**What still stands after round ${heard.round - 1}.** ${capitalised(mode)}. So I keep to this: ${cure}.`,
    '',
    `**What I give up.** ${concession}`,
  ].join('\n');
}

function ruling(turn: SimulatedTurn, heard: Heard): string {
  const { cure, price } = modeFor(turn, heard);
  const { speakers } = heard;
  const named = speakers.length === 0 ? '' : ` Heard: ${speakers.join(', ')}.`;
  return [
    `**Decision.** On: ${turn.excerpt} We ${cure}.${named}`,
    '',
    `**Price.** ${capitalised(price)}. It is accepted.`,
    '',
    '**Rejected.** Building the whole first and deciding on limits afterwards: whatever is not decided now is decided by accident.',
    '',
    '**Out of scope.** Everything the request does not name.',
  ].join('\n');
}

/** Whoever speaks first takes the one that the brief names; the others each keep to one of theirs. */
function modeFor(
  { ask, prompt, pick }: SimulatedTurn,
  { speakers, isClosing }: Heard,
): FailureMode {
  const [first] = speakers;
  const lower = ask.toLowerCase();
  const named = failureModes.find(({ word }) => lower.includes(word)) ?? unbounded;
  const isFirst = first === undefined || prompt.includes(`You are ${first},`);
  return isFirst || isClosing ? named : pick([unbounded, ...failureModes]);
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
