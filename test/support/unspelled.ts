import { characterOf, spellingForm } from '../../src/platform/text/spelling.js';

/** The text with every spelling as the character it stands for, those too that the text had literally. */
export function unspelled(text: string): string {
  return text.replace(spellingForm, (form) => characterOf(form) ?? form);
}
