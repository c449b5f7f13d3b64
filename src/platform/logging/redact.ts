/** Removes secrets from a text. */
export type Redact = (text: string) => string;

/** Shorter values are not hidden, because they would match ordinary words. */
const shortestSecret = 4;

/** Hides secrets, which errors of providers and tools may contain. */
export function redactor(secrets: readonly string[]): Redact {
  const longestFirst = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  return (text) =>
    longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}
