import { keep, kept } from './storage.js';

const key = 'office-name';

/** What the person in front of this browser calls themselves; empty: nothing. */
export function ownName(): string {
  return kept('local', key) ?? '';
}

export function setOwnName(name: string): void {
  keep('local', key, name.trim() || null);
}
