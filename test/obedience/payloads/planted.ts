import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Place } from '../support/payload.js';

/** Writes files of the workspace. */
export async function plant({ workspace }: Place, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), content);
  }
}

export function git({ workspace }: Place, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  return execFileSync('git', [...identity, ...args], { cwd: workspace, encoding: 'utf8' });
}
