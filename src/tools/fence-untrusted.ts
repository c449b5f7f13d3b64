/** A fence, opening or closing, however it is cased or spaced. */
const fence = /<(?=\s*(?:\/\s*)?untrusted-content)/gi;

/**
 * Wraps untrusted text, so that a model can tell evidence from instruction (behaviour-engine.md
 * 3.5). A fence inside the text loses its bracket: what is wrapped cannot end its own wrapping.
 * Give it sanitised text, or an invisible character could hide a fence.
 */
export function fenceUntrusted(source: string, text: string): string {
  const label = source.replace(/[^A-Za-z0-9_.:-]/g, '');
  return `<untrusted-content source=${label}>\n${text.replace(fence, '&lt;')}\n</untrusted-content>`;
}
