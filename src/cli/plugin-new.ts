import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nameNewPlugin, newPluginFiles } from '../plugins/workshop/new-plugin.js';
import { UsageError } from './brief-arguments.js';

/**
 * Makes a plugin to begin with. @returns lines for the terminal.
 * @throws UsageError when there is something in the directory already
 */
export async function makePlugin(directory: string, id?: string): Promise<readonly string[]> {
  const named = nameNewPlugin(path.basename(path.resolve(directory)));
  if (named === null) throw new UsageError('The directory needs a name of letters or digits.');
  const files = newPluginFiles({ ...named, ...(id !== undefined && { id }) });
  await mkdir(directory, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeNew(path.join(directory, name), content);
  }
  return [
    `Made ${id ?? named.id} in ${directory}:`,
    ...Object.keys(files).map((name) => `  ${name}`),
    `Next: npm run plugin -- check ${directory}`,
  ];
}

async function writeNew(file: string, content: string): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`${file} is there already; nothing was overwritten.`);
  }
}
