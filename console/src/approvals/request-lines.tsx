import { plural } from '../app/format.js';

/** Lines that are always in view. */
const linesInView = 5;

/** The number of lines and the last line, if a part is out of view. */
export function Lines({ detail }: { readonly detail: string }) {
  const lines = detail
    .replace(/\n\nin [^\n]+$/, '')
    .trimEnd()
    .split('\n');
  if (lines.length <= linesInView) return null;
  return (
    <p className="small">
      {plural(lines.length, 'line')}, the last: <code>{lines.at(-1)}</code>
    </p>
  );
}

/** The text without the empty line before its last line, which names the folder. */
export function withPlaceClose(detail: string): string {
  return detail.replace(/\n\n(in [^\n]+)$/, '\n$1');
}
