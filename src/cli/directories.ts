import { stat } from 'node:fs/promises';
import { makeDirectory } from '../platform/paths/make-directory.js';

/** @throws Error naming the path if there is no directory. */
export async function demandDirectory(place: string): Promise<void> {
  const stats = await stat(place).catch(() => null);
  if (stats === null) throw new Error(`There is no directory ${place}.`);
  if (!stats.isDirectory()) throw notADirectory(place);
}

/** @throws Error naming the path if a file is in the way. */
export async function provideDirectory(place: string): Promise<void> {
  try {
    await makeDirectory(place);
  } catch (error) {
    const present = await stat(place).catch(() => null);
    // Clearer than the system's error.
    if (present !== null) throw notADirectory(place);
    throw error;
  }
}

function notADirectory(place: string): Error {
  return new Error(`${place} is not a directory.`);
}
