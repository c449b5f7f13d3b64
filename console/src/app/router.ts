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

/** The hash address of a place. */
export function hrefTo(
  path: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams(query);
  const text = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return `#/${path.map(encodeURIComponent).join('/')}${text}`;
}

export function goTo(path: readonly string[], query: Readonly<Record<string, string>> = {}): void {
  location.hash = hrefTo(path, query);
}

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
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener('click', again);
  };
}

function leadsHere({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false;
  return target.closest('a')?.getAttribute('href') === location.hash;
}

function current(): Place {
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
