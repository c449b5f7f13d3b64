/** NUL, which PostgreSQL cannot store, and halves of surrogate pairs, which no database can. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** The text as every database holds it: what cannot be stored becomes U+FFFD. */
export function storableText(text: string): string {
  return text.replace(unstorable, '\ufffd');
}
