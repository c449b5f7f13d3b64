import { limits } from '#protocol/limits.js';
import { workspaceTexts } from '#protocol/texts/workspaces.js';
import type { NamedFloor, OperationOf, ShownFloors } from '../history.js';
import type { Model } from '../linearizable.js';

export const floorKinds = [
  'floor.open',
  'floor.rename',
  'floor.close',
  'floor.select',
  'floor.read',
] as const;
type FloorKind = (typeof floorKinds)[number];
export type FloorOperation = { [K in FloorKind]: OperationOf<K> }[FloorKind];

interface State {
  /** Name of each open floor, by its id. */
  readonly open: Readonly<Record<string, string>>;
  /** Ids that are not given again. */
  readonly closed: readonly string[];
  readonly active: string;
}

/** The floors before the first operation; the first one is the default floor. */
export interface FirstFloors {
  readonly floors: readonly [NamedFloor, ...NamedFloor[]];
  readonly active: string;
}

/**
 * The open floors and the one that is shown. Ids are never given twice, the default floor stays, and
 * it is shown when the shown one is closed.
 * @param unexplained ids of floors of which no answer says who opened them
 */
export function floorsModel(
  { floors, active }: FirstFloors,
  unexplained: readonly string[] = [],
): Model<State, FloorOperation> {
  const home = floors[0].floor;

  const open = (state: State, { input, answer }: OperationOf<'floor.open'>): readonly State[] => {
    const name = input.name.trim();
    const refusal = refusalOfName(name);
    if (refusal !== null) {
      // The route says it in other words.
      const isSaid = isRefused(answer, refusal) || isRefused(answer, workspaceTexts.nameRequired);
      return isSaid ? [state] : [];
    }
    if (answer === null) {
      // Its id is that of a floor which is heard of later, or nobody ever hears of it.
      return unexplained.filter((id) => isFresh(state, id)).map((id) => named(state, id, name));
    }
    if (!answer.ok || answer.value.name !== name || !isFresh(state, answer.value.floor)) return [];
    return [named(state, answer.value.floor, name)];
  };

  const rename = (
    state: State,
    { input, answer }: OperationOf<'floor.rename'>,
  ): readonly State[] => {
    const id = input.floor ?? state.active;
    const name = input.name.trim();
    const known = state.open[id] === undefined ? workspaceTexts.noWorkspace(id) : null;
    const refusal = known ?? refusalOfName(name);
    if (refusal !== null) return isRefused(answer, refusal) ? [state] : [];
    const isSo = answer?.ok === true && answer.value.floor === id && answer.value.name === name;
    return answer === null || isSo ? [named(state, id, name)] : [];
  };

  const close = (state: State, { input, answer }: OperationOf<'floor.close'>): readonly State[] => {
    const name = state.open[input.floor];
    if (name === undefined) {
      return isRefused(answer, workspaceTexts.noWorkspace(input.floor)) ? [state] : [];
    }
    if (input.floor === home) return isRefused(answer, workspaceTexts.defaultStays) ? [state] : [];
    if (answer?.ok === false) return saysAtWork(answer.error, name) ? [state] : [];
    const { [input.floor]: _, ...others } = state.open;
    const shown = state.active === input.floor ? home : state.active;
    return [{ open: others, closed: [...state.closed, input.floor], active: shown }];
  };

  const select = (
    state: State,
    { input, answer }: OperationOf<'floor.select'>,
  ): readonly State[] => {
    if (state.open[input.floor] === undefined) {
      return isRefused(answer, workspaceTexts.noWorkspaceToSelect(input.floor)) ? [state] : [];
    }
    return answer?.ok === false ? [] : [{ ...state, active: input.floor }];
  };

  return {
    initial: {
      open: Object.fromEntries(floors.map(({ floor, name }) => [floor, name])),
      closed: [],
      active,
    },
    step: (state, operation) => {
      switch (operation.kind) {
        case 'floor.open':
          return open(state, operation);
        case 'floor.rename':
          return rename(state, operation);
        case 'floor.close':
          return close(state, operation);
        case 'floor.select':
          return select(state, operation);
        case 'floor.read': {
          const { answer } = operation;
          return answer === null || (answer.ok && shows(answer.value, state)) ? [state] : [];
        }
      }
    },
    keyOf: ({ open: ids, closed, active: shown }) =>
      JSON.stringify([Object.entries(ids).sort(), closed.toSorted(), shown]),
  };
}

/** Ids that operations name or show and that no answered opening gave. */
export function unexplainedFloors(
  { floors }: FirstFloors,
  operations: readonly FloorOperation[],
): readonly string[] {
  const known = new Set(floors.map(({ floor }) => floor));
  const heard = new Set<string>();
  for (const operation of operations) {
    const { kind, input, answer } = operation;
    if ('floor' in input && input.floor !== undefined) heard.add(input.floor);
    if (answer?.ok !== true) continue;
    if (kind === 'floor.open') known.add(answer.value.floor);
    if (kind === 'floor.rename') heard.add(answer.value.floor);
    if (kind === 'floor.read') answer.value.floors.forEach(({ floor }) => heard.add(floor));
  }
  return [...heard].filter((id) => !known.has(id)).sort();
}

type Answered = { readonly ok: boolean; readonly error?: string } | null;

/** True of an operation without an answer too: it had no effect. */
function isRefused(answer: Answered, refusal: string): boolean {
  return answer === null || (!answer.ok && answer.error === refusal);
}

function refusalOfName(name: string): string | null {
  if (name === '') return workspaceTexts.needsName;
  return name.length > limits.workspaceNameCharacters ? workspaceTexts.nameTooLong : null;
}

function isFresh({ open, closed }: State, id: string): boolean {
  return open[id] === undefined && !closed.includes(id);
}

function named(state: State, id: string, name: string): State {
  return { ...state, open: { ...state.open, [id]: name } };
}

function saysAtWork(error: string, name: string): boolean {
  const count = Number(/has (\d+) active/.exec(error)?.[1]);
  return count > 0 && error === workspaceTexts.hasActiveRuns(name, count);
}

function shows({ floors, active }: ShownFloors, state: State): boolean {
  const isAll = floors.length === Object.keys(state.open).length;
  const areSo = floors.every(({ floor, name }) => state.open[floor] === name);
  return isAll && areSo && (active === undefined || active === state.active);
}
