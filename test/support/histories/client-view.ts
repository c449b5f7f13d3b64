import { isDeepStrictEqual } from 'node:util';
import { applyEvent, isStaleAfter } from '#client/state/apply-event.js';
import type { ServerEvent } from '#protocol/events.js';
import type { OfficeState } from '#protocol/records/office.js';

/** A client's state as the library's reducer makes it from events, at the number of the last one. */
export interface ClientView {
  readonly state: OfficeState;
  readonly seq: number;
  /** An event changed what it does not carry, so that the whole state has to be asked for. */
  readonly isStale: boolean;
}

/** The view after a frame; null: no hello has come yet. Known events are skipped. */
export function viewAfter(view: ClientView | null, event: ServerEvent): ClientView | null {
  if (event.type === 'hello') return { state: event.state, seq: event.seq ?? -1, isStale: false };
  if (view === null || (event.seq !== undefined && event.seq <= view.seq)) return view;
  return {
    state: applyEvent(view.state, event),
    seq: event.seq ?? view.seq,
    isStale: event.type !== 'office.updated' && (view.isStale || isStaleAfter(view.state, event)),
  };
}

/** Parts that events carry, so that they are right after each one. */
const carried = ['settings', 'approvals', 'runs', 'activeRunIds'] as const;
/** Parts that only the next whole state brings (docs/client.md). */
const broughtLater = new Set<string>(['configStale', 'configStaleDetail', 'models']);
/** Parts that change with events that do not carry them. */
const askedFor = new Set<string>(['memory', 'workspaces']);

/**
 * Parts of the service's state, at the number of the view, that the view shows otherwise.
 * @param isAtRest whether nothing has happened since the last whole state
 */
export function differences(
  { state, isStale }: ClientView,
  served: OfficeState,
  isAtRest: boolean,
): readonly string[] {
  if (state.activeWorkspaceId !== served.activeWorkspaceId && !isAtRest) return [];
  const all = new Set([...Object.keys(state), ...Object.keys(served)]);
  const names = isAtRest ? [...all].sort() : carried;
  return names.flatMap((name) => {
    const part = name as keyof OfficeState;
    if (broughtLater.has(part) || (isStale && askedFor.has(part))) return [];
    return unequal(name, state[part], served[part]);
  });
}

/** Paths at which two JSON values differ, as deep as both have the same fields. */
function unequal(path: string, one: unknown, other: unknown): readonly string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isObject(one) || !isObject(other)) return [path];
  const [names, others] = [Object.keys(one), Object.keys(other)];
  if (names.length !== others.length || names.some((name) => !(name in other))) return [path];
  return names.flatMap((name) => unequal(`${path}.${name}`, one[name], other[name]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
