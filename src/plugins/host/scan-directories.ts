import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory } from '../../platform/paths/make-directory.js';
import { messageOf } from '../../platform/errors/error-text.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import type { PluginOrigin } from '../../protocol/records/enums.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { readPluginDirectory } from './read-plugin-directory.js';
import type { ReadDirectory } from './read-plugin-directory.js';

/** A directory searched for plugins. */
interface PluginRoot {
  readonly directory: string;
  readonly source: PluginOrigin;
}

/**
 * All candidates of the roots, in order and by name. A missing root is made; an unreadable one
 * causes a warning. Names with a leading dot belong to the installer.
 */
export async function scanDirectories(
  roots: readonly PluginRoot[],
  log: ScopedLogger,
): Promise<readonly ReadDirectory[]> {
  const found: ReadDirectory[] = [];
  for (const { directory, source } of roots) {
    const names = await candidatesIn(directory, log);
    const reading = names.map((name) => readPluginDirectory(path.join(directory, name), source));
    found.push(...(await Promise.all(reading)));
  }
  return found;
}

async function candidatesIn(root: string, log: ScopedLogger): Promise<readonly string[]> {
  try {
    await makeDirectory(root);
    const entries = await readdir(root, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    log.warn(pluginTexts.unreadableRoot(root, messageOf(error)));
    return [];
  }
}
