/** What a browser keeps: for good (`local`) or for the tab (`session`). */
type Kind = 'local' | 'session';

/** What cannot be kept, because the browser lets this page keep nothing, lasts as long as the page. */
const unkept = { local: new Map<string, string>(), session: new Map<string, string>() };

export function kept(kind: Kind, key: string): string | null {
  return unkept[kind].get(key) ?? attempt(() => storageOf(kind).getItem(key)) ?? null;
}

/** Null forgets it. */
export function keep(kind: Kind, key: string, value: string | null): void {
  unkept[kind].delete(key);
  const done = attempt(() => {
    if (value === null) storageOf(kind).removeItem(key);
    else storageOf(kind).setItem(key, value);
    return true;
  });
  if (done === undefined && value !== null) unkept[kind].set(key, value);
}

/** Reading the property is what throws in a browser that is told to store nothing. */
function storageOf(kind: Kind): Storage {
  return kind === 'local' ? localStorage : sessionStorage;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
