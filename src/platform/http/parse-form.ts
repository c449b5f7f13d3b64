import type { IncomingMessage } from 'node:http';
import { storable } from '../text/storable.js';

/** True if the body is the form of the page of a question, which is a page without a script. */
export function isAnswerForm({ headers, url = '' }: IncomingMessage): boolean {
  const type = headers['content-type']?.toLowerCase() ?? '';
  return url.startsWith('/answers/') && type.startsWith('application/x-www-form-urlencoded');
}

/** The fields of a form; of a repeated one the last. */
export function parseForm(bytes: Uint8Array): Record<string, unknown> {
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  return Object.fromEntries([...form].map(([name, value]) => [name, storable(value)]));
}
