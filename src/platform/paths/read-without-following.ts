import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The text of a file. One that is a link, or became one since it was looked at, is not read.
 * @throws the error of the operating system
 */
export async function readWithoutFollowing(file: string): Promise<string> {
  await using handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  return await handle.readFile('utf8');
}
