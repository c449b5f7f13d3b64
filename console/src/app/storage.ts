/** Storage of the browser: permanent (`local`) or per tab (`session`). */
type Kind = 'local' | 'session';

/** Values that the browser refuses to store; they last as long as the page. */
const unkept = { local: new Map<string, string>(), session: new Map<string, string>() };

export function kept(kind: Kind, key: string): string | null {
  return unkept[kind].get(key) ?? attempt(() => storageOf(kind).getItem(key)) ?? null;
}

/** Stores a value; null removes it. */
export function keep(kind: Kind, key: string, value: string | null): void {
  unkept[kind].delete(key);
  const done = attempt(() => {
    if (value === null) storageOf(kind).removeItem(key);
    else storageOf(kind).setItem(key, value);
    return true;
  });
  if (done === undefined && value !== null) unkept[kind].set(key, value);
}

/** Removes all that is kept for the tab: its next user may be another person. */
export function forgetTab(): void {
  unkept.session.clear();
  attempt(() => storageOf('session').clear());
}

/** The storage; reading the property throws in a browser that stores nothing. */
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
