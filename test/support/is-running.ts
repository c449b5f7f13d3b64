import { readFile } from 'node:fs/promises';

/** Whether a process exists and is more than the shell that an ended one leaves behind (Linux). */
export async function isRunning(id: number | string): Promise<boolean> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !stat.split(') ')[1]?.startsWith('Z');
}
