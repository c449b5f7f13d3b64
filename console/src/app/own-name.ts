import { keep, kept } from './storage.js';

const key = 'office-name';

/** The name that the person at this browser entered; empty if none. */
export function ownName(): string {
  return kept('local', key) ?? '';
}

export function setOwnName(name: string): void {
  keep('local', key, name.trim() || null);
}
