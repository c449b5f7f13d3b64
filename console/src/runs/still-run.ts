import { useState } from 'react';
import type { TurnRecord } from '#protocol/records/work.js';
import type { RunView } from './run-view.js';

/**
 * The earlier run, if only texts of its running turns have changed, else the later one. The first
 * word of a turn counts as a change.
 */
export function stillRun(before: RunView, after: RunView): RunView {
  const { turns: known, beforeCall: _old, ...others } = before;
  const { turns, beforeCall: _new, ...rest } = after;
  const isStill =
    known.length === turns.length &&
    turns.every((turn, at) => stillTurn(known[at] ?? turn, turn) === known[at]);
  return isStill && haveSame(others, rest) ? before : after;
}

/** The earlier turn, if only its texts have grown, else the later one. */
export function stillTurn(before: TurnRecord, after: TurnRecord): TurnRecord {
  if (before === after) return before;
  const { text, reasoning, ...others } = before;
  const { text: longer, reasoning: more, ...rest } = after;
  const isStill =
    after.status === 'running' &&
    (text === '') === (longer === '') &&
    ((reasoning ?? '') === '') === ((more ?? '') === '');
  return isStill && haveSame(others, rest) ? before : after;
}

/**
 * The run as `stillRun` keeps it, so that parts of the page without streamed text are not rendered
 * with each word.
 */
export function useStillRun(run: RunView): RunView {
  return useKept(run, stillRun);
}

export function useStillTurn(turn: TurnRecord): TurnRecord {
  return useKept(turn, stillTurn);
}

function useKept<T>(value: T, keep: (before: T, after: T) => T): T {
  const [kept, setKept] = useState(value);
  const next = keep(kept, value);
  if (next !== kept) setKept(next);
  return next;
}

function haveSame(one: object, other: object): boolean {
  const entries = Object.entries(one);
  const others = new Map<string, unknown>(Object.entries(other));
  return (
    entries.length === others.size && entries.every(([name, value]) => others.get(name) === value)
  );
}
