import { useSyncExternalStore } from 'react';

/** The current place: `#/runs/abc?turn=t1` is `['runs', 'abc']` with its query. */
export interface Place {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** A new number after every link, also after one to the current place. */
  readonly visit: number;
}

let shown: { readonly hash: string; readonly place: Place } = {
  hash: '',
  place: { ...parse(''), visit: 0 },
};

/** Parses a hash. A part that cannot be decoded stays as it is. */
export function parse(hash: string): Omit<Place, 'visit'> {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const parts = path.split('/').filter((part) => part !== '');
  return { path: parts.map(decoded), query: new URLSearchParams(query) };
}

/**
 * The hash address of a place. Links stay on the floor of the present address unless `query` names
 * another.
 */
export function hrefTo(
  path: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string {
  const floor = current().query.get('floor');
  const parameters = new URLSearchParams({ ...(floor !== null && { floor }), ...query });
  const text = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return `#/${path.map(encodeURIComponent).join('/')}${text}`;
}

export function goTo(path: readonly string[], query: Readonly<Record<string, string>> = {}): void {
  location.hash = hrefTo(path, query);
}

/** Changes of the query; null removes a parameter. */
export type QueryChange = Readonly<Record<string, string | null>>;

/** The address of the present page with another query. */
export function hrefWith(change: QueryChange): string {
  const { path, query } = current();
  const changed = Object.entries({ ...Object.fromEntries(query), ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return hrefTo(path, Object.fromEntries(changed));
}

/** Changes the query of the present page; Back undoes it. */
export function goWith(change: QueryChange): void {
  location.hash = hrefWith(change);
}

/** Changes the query of the present page without a step for Back. */
export function replaceWith(change: QueryChange): void {
  history.replaceState(history.state, '', hrefWith(change));
  for (const listener of replaced) listener();
}

const replaced = new Set<() => void>();

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, current);
}

function subscribe(listener: () => void): () => void {
  // The browser fires no event for a link to the current place.
  const again = (event: MouseEvent) => {
    if (!leadsHere(event)) return;
    shown = { ...shown, place: { ...shown.place, visit: event.timeStamp } };
    listener();
  };
  addEventListener('hashchange', listener);
  addEventListener('click', again);
  replaced.add(listener);
  return () => {
    replaced.delete(listener);
    removeEventListener('hashchange', listener);
    removeEventListener('click', again);
  };
}

function leadsHere({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false;
  return target.closest('a')?.getAttribute('href') === location.hash;
}

/** The place of the address now. */
export function current(): Place {
  const { hash } = location;
  if (shown.hash !== hash)
    shown = { hash, place: { ...parse(hash), visit: shown.place.visit + 1 } };
  return shown.place;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
