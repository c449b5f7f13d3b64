import { open, readdir } from 'node:fs/promises';

/** Environments that are read at a time: as many as Node has threads for files. */
const lanes = 4;
const bufferBytes = 16 * 1024;

/** Ids of all processes; Linux only. */
export async function processIds(): Promise<number[]> {
  return (await readdir('/proc')).map(Number).filter((id) => id > 0);
}

/**
 * Those of the processes whose environment holds one of the entries, such as `NAME=value`. An
 * environment reads as empty if the process is gone, a zombie, or belongs to another user.
 *
 * `readFile` would take a new buffer of 64 KiB for each process: the whole heap would be collected
 * after every few commands.
 */
export async function markedProcesses(
  ids: readonly number[],
  entries: readonly Buffer[],
): Promise<number[]> {
  const marked: number[] = [];
  const rest = ids.values();
  const lane = async (): Promise<void> => {
    const buffer = Buffer.allocUnsafeSlow(bufferBytes);
    for (const id of rest) if (await carriesOne(id, entries, buffer)) marked.push(id);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return marked;
}

async function carriesOne(
  id: number,
  entries: readonly Buffer[],
  buffer: Buffer,
): Promise<boolean> {
  const file = await open(`/proc/${id}/environ`).catch(() => undefined);
  if (file === undefined) return false;
  const longest = Math.max(...entries.map(({ length }) => length));
  try {
    for (let kept = 0; ;) {
      const asked = buffer.length - kept;
      const { bytesRead } = await file.read(buffer, kept, asked);
      const read = buffer.subarray(0, kept + bytesRead);
      if (entries.some((entry) => read.includes(entry))) return true;
      // A short read is the last one.
      if (bytesRead < asked) return false;
      kept = longest;
      buffer.copyWithin(0, buffer.length - kept);
    }
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
