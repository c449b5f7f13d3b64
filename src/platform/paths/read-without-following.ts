import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Reads a file's text. A link is not read, even if it replaced the file after a check.
 * @throws the error of the operating system
 */
export async function readWithoutFollowing(file: string): Promise<string> {
  await using handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  return await handle.readFile('utf8');
}
