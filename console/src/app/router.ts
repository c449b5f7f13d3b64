import { useSyncExternalStore } from 'react';

/** Where the page is: `#/runs/abc?turn=t1` is `['runs', 'abc']` with its query. */
export interface Place {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

let shown = { hash: '', place: parse('') };

/** Reads a hash. A part that cannot be decoded stays as it is. */
export function parse(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const parts = path.split('/').filter((part) => part !== '');
  return { path: parts.map(decoded), query: new URLSearchParams(query) };
}

/** The address of a place inside the page. */
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
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

function current(): Place {
  if (shown.hash !== location.hash) shown = { hash: location.hash, place: parse(location.hash) };
  return shown.place;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
