import { excerptOf } from '../excerpt.js';
import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

const draftCharacters = 300;
const asksForBrief = /\b(write|draft|give|send|show|produce)\b[^.?!]*\bbrief\b|\bbrief itself\b/i;

/** Asks for the definition of done until it is asked for the brief. */
export function conversation(turn: SimulatedTurn): ScriptedAnswer {
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
