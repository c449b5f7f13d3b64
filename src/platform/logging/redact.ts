/** Takes the given secrets out of a text. */
export type Redact = (text: string) => string;

/** Short values are left alone: they would blot out ordinary words and hide nothing. */
const shortestSecret = 4;

/** A last line of defence: nothing prints a secret on purpose, but a vendor's error may echo one. */
export function redactor(secrets: readonly string[]): Redact {
  const longestFirst = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  return (text) =>
    longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}
