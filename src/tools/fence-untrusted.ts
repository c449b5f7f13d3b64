/** A fence, opening or closing, however it is cased or spaced. */
const fence = /<(?=\s*(?:\/\s*)?untrusted-content)/gi;

/** What stands for the bracket of a fence inside the text. */
export const fenceBracket = '&lt;';

const anyCase = [...'untrusted-content'].map((letter) =>
  letter === '-' ? letter : `[${letter}${letter.toUpperCase()}]`,
);

/** The source of what follows the bracket of a fence that stands in one line of sanitised text. */
export const fenceBehindBracket = String.raw`[ \t\u3000]*(?:/[ \t\u3000]*)?${anyCase.join('')}`;

/**
 * Wraps untrusted text, so that a model can tell evidence from instruction. A fence inside the text
 * loses its bracket: what is wrapped cannot end its own wrapping.
 * Give it sanitised text, or an invisible character could hide a fence.
 */
export function fenceUntrusted(source: string, text: string): string {
  const label = source.replace(/[^A-Za-z0-9_.:-]/g, '');
  return `<untrusted-content source=${label}>\n${text.replace(fence, fenceBracket)}\n</untrusted-content>`;
}
