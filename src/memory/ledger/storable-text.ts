/** NUL, which PostgreSQL refuses, and lone surrogates, which all databases refuse. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** The text with unstorable characters replaced by U+FFFD. */
export function storableText(text: string): string {
  return text.replace(unstorable, '\ufffd');
}
