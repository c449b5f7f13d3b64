import { vendorLimits } from '../vendor-limits.js';

/** Under these names harnesses write what file an event is about. */
const pathKeys = new Set(['path', 'file', 'filePath', 'filepath', 'filename', 'target']);

const deepest = 8;

/** Every path that stands in the events, each once, up to a limit. */
export function reportedPaths(events: readonly unknown[]): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    for (const [key, inner] of Object.entries(value)) {
      if (found.size >= vendorLimits.paths) return;
      if (typeof inner !== 'string') visit(inner, depth + 1);
      else if (pathKeys.has(key) && looksLikePath(inner)) found.add(inner);
    }
  };
  for (const event of events) visit(event, 0);
  return [...found];
}

/** One line, not too long, with something of a path about it, and no address. */
export function looksLikePath(text: string): boolean {
  return (
    text.length <= vendorLimits.pathCharacters &&
    !/[\n\r\0]/.test(text) &&
    !/^[a-z][a-z0-9+.-]*:\/\//i.test(text) &&
    /[\\/.]/.test(text) &&
    text.trim() !== ''
  );
}
