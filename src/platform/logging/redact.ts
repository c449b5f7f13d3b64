/** Takes the given secrets out of a text. */
export type Redact = (text: string) => string;

/** Short values are left alone: they would replace ordinary words. */
const shortestSecret = 4;

/** Errors of providers and tools may contain a secret. */
export function redactor(secrets: readonly string[]): Redact {
  const longestFirst = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  return (text) =>
    longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}
