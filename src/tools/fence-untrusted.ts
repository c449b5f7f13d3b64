import { inFence } from '../protocol/rules/fences.js';

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
  return inFence(label, text.replace(fence, fenceBracket));
}
