import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function benchDirectory(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'office-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
