/** A fence, opening or closing, in any case and spacing. */
const fence = /<(?=\s*(?:\/\s*)?untrusted-content)/gi;

/** Replaces the bracket of a fence inside the text. */
export const fenceBracket = '&lt;';

/**
 * Fences untrusted text, so that a model can tell evidence from instructions. A fence inside the
 * text loses its bracket, so the text cannot close its own fence. The text must be sanitised, or an
 * invisible character could hide a fence.
 */
export function fenceUntrusted(source: string, text: string): string {
  const label = source.replace(/[^A-Za-z0-9_.:-]/g, '');
  return `<untrusted-content source=${label}>\n${text.replace(fence, fenceBracket)}\n</untrusted-content>`;
}

const opening = '<untrusted-content source=';
const closing = '</untrusted-content>';

/** The text without its fenced parts; an unclosed fence reaches to the end. */
export function withoutFenced(text: string): string {
  const parts: string[] = [];
  for (let from = 0; ;) {
    const start = text.indexOf(opening, from);
    if (start < 0) return [...parts, text.slice(from)].join('');
    parts.push(text.slice(from, start));
    const end = text.indexOf(closing, start);
    if (end < 0) return parts.join('');
    from = end + closing.length;
  }
}
