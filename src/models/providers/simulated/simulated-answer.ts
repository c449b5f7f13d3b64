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
 * The next simulated answer: that of an example brief; else first a call of the tool that the brief
 * names, if any, then what is said in such a turn.
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

/** Places looked at where arguments may end, in one prompt; whoever has more is not naming a tool. */
const mostTries = 50;

const partOfWord = /[\w-]/;

/**
 * The tool a brief names with its arguments behind it, as in `word_count {"path": "a.txt"}`, or
 * null. So an author sees a tool at work without a model: only a tool that was offered counts, and
 * nothing that is said by accident looks like this.
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

/** Where a tool is named and a brace stands behind its name. */
function* mentions(
  ask: string,
  names: ReadonlySet<string>,
): Generator<{ readonly name: string; readonly from: number }> {
  for (let brace = ask.indexOf('{'); brace !== -1; brace = ask.indexOf('{', brace + 1)) {
    const word = wordBefore(ask, brace);
    if (names.has(word)) yield { name: word, from: brace };
  }
}

/** What stands before a place, spaces apart: letters, digits, hyphens and low lines. */
function wordBefore(text: string, place: number): string {
  let end = place;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && partOfWord.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

/** What could be an object that begins here: up to each closing brace. */
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
