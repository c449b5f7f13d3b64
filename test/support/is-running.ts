import { readFile } from 'node:fs/promises';

/** True if a process exists and is not a zombie (Linux). */
export async function isRunning(id: number | string): Promise<boolean> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !stat.split(') ')[1]?.startsWith('Z');
}
