import type { ToolRequest } from '../../gateway/model-call.js';
import { playExample } from './examples/play-example.js';
import type { ScriptedAnswer, SimulatedTurn, TurnKind } from './simulated-turn.js';
import { closing } from './scripts/closing.js';
import { debate } from './scripts/debate.js';
import { work } from './scripts/work.js';
import { preparation } from './scripts/preparation.js';

const scripts: Readonly<Record<TurnKind, (turn: SimulatedTurn) => ScriptedAnswer>> = {
  ...preparation,
  debate,
  ...work,
  ...closing,
};

/**
 * The next simulated answer: the example's if the brief is one; else a call of the tool that the
 * brief names; else the script of the turn.
 */
export function simulatedAnswer(turn: SimulatedTurn): ScriptedAnswer {
  const played = playExample(turn);
  if (played !== null) return played;
  const script = scripts[turn.kind];
  const toolCall = askedTool(turn);
  if (toolCall === null) return script(turn);
  if (turn.toolResults.length === 0) return { text: '', toolCall };
  return script({ ...turn, toolResults: turn.toolResults.slice(1) });
}

/** Closing braces tried per prompt; a text with more does not name a tool. */
const mostTries = 50;

const partOfWord = /[\w-]/;

/**
 * The tool that a brief names, followed by its arguments, as in `word_count {"path": "a.txt"}`;
 * null if none. So an author can try a tool without a model. Only offered tools count, so
 * accidental matches are unlikely.
 */
export function askedTool({ ask, toolNames }: SimulatedTurn): ToolRequest | null {
  let tries = mostTries;
  for (const { name, from } of mentions(ask, toolNames)) {
    for (const argumentsJson of objectsFrom(ask, from)) {
      if (isJson(argumentsJson)) return { id: 'call_mock_asked_1', name, argumentsJson };
      if (--tries === 0) return null;
    }
  }
  return null;
}

/** Places where a tool's name is followed by a brace. */
function* mentions(
  ask: string,
  names: ReadonlySet<string>,
): Generator<{ readonly name: string; readonly from: number }> {
  for (let brace = ask.indexOf('{'); brace !== -1; brace = ask.indexOf('{', brace + 1)) {
    const word = wordBefore(ask, brace);
    if (names.has(word)) yield { name: word, from: brace };
  }
}

/** The word before a place, skipping blanks: letters, digits, hyphens and underscores. */
function wordBefore(text: string, place: number): string {
  let end = place;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && partOfWord.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

/** Candidates for an object that begins here: up to each closing brace. */
function* objectsFrom(text: string, from: number): Generator<string> {
  for (let end = text.indexOf('}', from); end !== -1; end = text.indexOf('}', end + 1)) {
    yield text.slice(from, end + 1);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
