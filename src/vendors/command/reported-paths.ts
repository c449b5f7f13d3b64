import { vendorLimits } from '../vendor-limits.js';

/** Keys under which harnesses report files. */
const pathKeys = new Set(['path', 'file', 'filePath', 'filepath', 'filename', 'target']);

const deepest = 8;

/** The paths in the events, without duplicates, up to a limit. */
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

/** One line, not too long, path-like, and not a URL. */
export function looksLikePath(text: string): boolean {
  return (
    text.length <= vendorLimits.pathCharacters &&
    !/[\n\r\0]/.test(text) &&
    !/^[a-z][a-z0-9+.-]*:\/\//i.test(text) &&
    /[\\/.]/.test(text) &&
    text.trim() !== ''
  );
}
