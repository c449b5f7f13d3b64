import { characterOf, spellingForm } from '../../src/platform/text/spelling.js';

/**
 * The text with every escape replaced by its character, also escapes that were literal in the text.
 */
export function unspelled(text: string): string {
  return text.replace(spellingForm, (form) => characterOf(form) ?? form);
}
