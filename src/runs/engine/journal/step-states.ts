/**
 * `started`: the effect may have begun. `awaiting`: it waits for a person and has not begun.
 * `settled`: its result is stored. `interrupted`: it was cut off, and a text is stored as its
 * result.
 */
export type StepState = 'started' | 'awaiting' | 'settled' | 'interrupted';

type StepTransitions = Readonly<Record<string, readonly string[]>>;

/** All transitions of a step. From `started` to `started`: another attempt. */
export const stepTransitions: Readonly<Record<StepState | 'absent', readonly StepState[]>> = {
  absent: ['started'],
  started: ['started', 'awaiting', 'settled', 'interrupted'],
  awaiting: ['started'],
  settled: [],
  interrupted: [],
};

/** @throws if the table forbids the transition, which is a fault of the engine */
export function assertAllowed(key: string, from: StepState | 'absent', to: StepState): void {
  if (!stepTransitions[from].includes(to)) {
    throw new Error(`step ${key} cannot become ${to}: it is ${from}`);
  }
}

/** Faults of a table of transitions; empty if it is sound. */
export function faultsOfTransitions(table: StepTransitions, first: string): readonly string[] {
  const declared = Object.keys(table);
  const targets = Object.values(table).flat();
  const reached = reachable(table, first);
  return [
    ...new Set([
      ...targets
        .filter((state) => !declared.includes(state))
        .map((state) => `${state} is not declared`),
      ...declared.filter((state) => !reached.has(state)).map((state) => `${state} is unreachable`),
      ...declared.filter((state) => !canEnd(table, state)).map((state) => `${state} has no end`),
    ]),
  ];
}

function reachable(table: StepTransitions, first: string): ReadonlySet<string> {
  const reached = new Set([first]);
  for (const state of reached) for (const next of table[state] ?? []) reached.add(next);
  return reached;
}

function canEnd(table: StepTransitions, state: string): boolean {
  return [...reachable(table, state)].some((reached) => table[reached]?.length === 0);
}
