/**
 * What two names of one model have in common: without a date at the end, without the words that only
 * tell editions apart, letters and digits alone. Null when too little is left to tell models apart.
 */
export function nameKey(name: string): string | null {
  const key = name
    .toLowerCase()
    .replace(/[-_@ ]?(\d{4}-\d{2}-\d{2}|\d{6,8})$/, '')
    .replace(/[-_ ]?(latest|preview|exp|experimental|instruct)$/, '')
    .replace(/[^a-z0-9]+/g, '');
  return key.length < 3 ? null : key;
}

/** The part of an id behind its last slash. */
export function lastSegment(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
