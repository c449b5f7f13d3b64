import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const begunCall = z.object({
  /** The workspace's state before the call. */
  before: z.string(),
  /** When taking this state began and ended, ms by the machine's clock. */
  beganAt: z.number(),
  beforeAt: z.number(),
});

/** The workspace's state when a call began that may change files. */
export type BegunCall = Readonly<z.output<typeof begunCall>>;

/**
 * Stores the beginning of a call beside the states, so that it is known even if a kill ends the
 * call.
 */
export async function keepBegun(
  gitDirectory: string,
  key: string,
  begun: BegunCall,
): Promise<void> {
  const file = fileOf(gitDirectory, key);
  await mkdir(path.dirname(file), { recursive: true });
  const whole = `${file}.${crypto.randomUUID()}`;
  await writeFile(whole, JSON.stringify(begun));
  await rename(whole, file);
}

/** Null: the call did not begin, or its end is recorded. */
export async function readBegun(gitDirectory: string, key: string): Promise<BegunCall | null> {
  const text = await readFile(fileOf(gitDirectory, key), 'utf8').catch(() => '');
  try {
    return begunCall.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export async function forgetBegun(gitDirectory: string, key: string): Promise<void> {
  await rm(fileOf(gitDirectory, key), { force: true });
}

function fileOf(gitDirectory: string, key: string): string {
  return path.join(gitDirectory, 'office-calls', createHash('sha256').update(key).digest('hex'));
}
