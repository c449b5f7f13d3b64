/** Removes secrets from a text. */
export type Redact = (text: string) => string;

/** Shorter values are not hidden, because they would match ordinary words. */
const shortestSecret = 4;

/** Shortest beginning of a secret, characters, that is hidden before the mark of a cut. */
const shortestBeginning = 8;

/** Marks the place where the office cut a text. */
const cutMark = '…';

const hidden = '[redacted]';

/**
 * Hides secrets, which errors of providers and tools may contain, and beginnings that a cut left.
 */
export function redactor(secrets: readonly string[]): Redact {
  const longestFirst = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    const rest = longestFirst.reduce((left, secret) => left.replaceAll(secret, hidden), text);
    return rest.includes(cutMark) ? withoutBeginnings(rest, longestFirst) : rest;
  };
}

/**
 * The value with redacted texts. Used before it is written as JSON, which escapes quotes in
 * secrets.
 */
export function redacted<T>(value: T, redact: Redact): T {
  const text = (_: string, inner: unknown): unknown =>
    typeof inner === 'string' ? redact(inner) : inner;
  return JSON.parse(JSON.stringify(value, text)) as T;
}

function withoutBeginnings(text: string, secrets: readonly string[]): string {
  const parts = text.split(cutMark);
  const last = parts.pop() ?? '';
  return [...parts.map((part) => secrets.reduce(withoutBeginning, part)), last].join(cutMark);
}

/** The part without a beginning of the secret at its end. */
function withoutBeginning(part: string, secret: string): string {
  const end = part.slice(-secret.length);
  const beginning = secret.slice(0, shortestBeginning);
  if (beginning.length < shortestBeginning) return part;
  for (let at = end.indexOf(beginning); at >= 0; at = end.indexOf(beginning, at + 1)) {
    const left = end.slice(at);
    if (secret.startsWith(left)) return part.slice(0, part.length - left.length) + hidden;
  }
  return part;
}
