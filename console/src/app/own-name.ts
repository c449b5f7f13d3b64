const key = 'office-name';

/** What the person in front of this browser calls themselves; empty: nothing. */
export function ownName(): string {
  return localStorage.getItem(key) ?? '';
}

export function setOwnName(name: string): void {
  if (name.trim() === '') localStorage.removeItem(key);
  else localStorage.setItem(key, name.trim());
}
