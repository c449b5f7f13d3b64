import { lstat, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseManifest } from '../plugins/host/read-plugin-directory.js';
import { nameNewPlugin, newPluginFiles } from '../plugins/workshop/new-plugin.js';
import { UsageError } from './usage-error.js';
import { office, shellWord } from './command-name.js';
import { provideDirectory } from './directories.js';

/** The same relative path from build and sources. */
const authorTypes = new URL('../../plugins/office-plugin.d.ts', import.meta.url);

/**
 * Makes a new plugin. @returns lines for the terminal.
 * @throws if its id is invalid, or one of its files exists; nothing is written then
 */
export async function makePlugin(directory: string, id?: string): Promise<readonly string[]> {
  const named = nameNewPlugin(path.basename(path.resolve(directory)));
  if (named === null) throw new UsageError('The directory needs a name of letters or digits.');
  const types = await readFile(authorTypes, 'utf8');
  const files = newPluginFiles({ ...named, ...(id !== undefined && { id }) }, types);
  const verdict = parseManifest(files['plugin.json']);
  if (!verdict.ok) throw new UsageError(verdict.reason);
  await refuseToOverwrite(Object.keys(files).map((name) => path.join(directory, name)));
  await provideDirectory(directory);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(directory, name), content, { flag: 'wx' });
  }
  return [
    `Made ${verdict.manifest.id} in ${directory}:`,
    ...Object.keys(files).map((name) => `  ${name}`),
    `Next: ${office} plugins check ${shellWord(directory)}`,
  ];
}

async function refuseToOverwrite(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const present = await lstat(file).catch(() => null);
    if (present) throw new UsageError(`${file} is there already; nothing was overwritten.`);
  }
}
