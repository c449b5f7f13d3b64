import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The first bytes of a file as text; empty if it is unreadable or not a file. */
export async function beginningOf(candidate: string, bytes: number): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  await using file = await open(candidate, flags).catch(() => undefined);
  if (file === undefined || !(await file.stat()).isFile()) return '';
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
  return buffer.toString('utf8', 0, bytesRead);
}
