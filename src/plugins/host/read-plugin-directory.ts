import { lstat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { messageOf } from '../../platform/errors/error-text.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { parseForeignJson } from '../../platform/text/foreign-json.js';
import type { PluginOrigin } from '../../protocol/records/enums.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { validateManifest } from '../manifest/validate-manifest.js';
import type { ManifestVerdict } from '../manifest/validate-manifest.js';
import { pluginLimits } from '../plugin-limits.js';
import type { FoundDirectory } from './known-plugin.js';

/** A directory with the verdict on its `plugin.json`. */
export interface ReadDirectory extends FoundDirectory {
  readonly verdict: ManifestVerdict;
}

/** Reads a directory that may be a plugin. Never throws: faults are part of the verdict. */
export async function readPluginDirectory(
  directory: string,
  source: PluginOrigin,
): Promise<ReadDirectory> {
  const installedAt = await bornAt(directory);
  return { directory, source, installedAt, verdict: await readManifest(directory) };
}

/** Birth time of a directory, which not every file system keeps. */
async function bornAt(directory: string): Promise<number> {
  const stats = await lstat(directory).catch(() => null);
  if (stats === null) return 0;
  return Math.floor(stats.birthtimeMs > 0 ? stats.birthtimeMs : stats.ctimeMs);
}

async function readManifest(directory: string): Promise<ManifestVerdict> {
  try {
    const text = await manifestText(directory);
    return typeof text === 'string' ? parseManifest(text) : text;
  } catch (error) {
    return rejected(pluginTexts.manifestUnreadable(messageOf(error)));
  }
}

/** Judges the text of a `plugin.json` from any source; a too long one is not read. */
export function parseManifest(text: string): ManifestVerdict {
  const max = pluginLimits.manifestBytes;
  if (Buffer.byteLength(text) > max) return rejected(pluginTexts.manifestTooLarge(max));
  let document: unknown;
  try {
    document = parseForeignJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return rejected(pluginTexts.manifestNotJson(messageOf(error)));
  }
  return validateManifest(document);
}

async function manifestText(directory: string): Promise<string | ManifestVerdict> {
  const found = await new ConfinedRoot(directory).find('plugin.json');
  if (found.kind === 'directory') await found.directory.close();
  if (found.kind !== 'file') return rejected(pluginTexts.noManifest);
  await using file = found.file;
  return await boundedText(file, found.size);
}

async function boundedText(file: FileHandle, size: number): Promise<string | ManifestVerdict> {
  const max = pluginLimits.manifestBytes;
  if (size > max) return rejected(pluginTexts.manifestTooLarge(max));
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, 0);
  return bytes.toString('utf8', 0, bytesRead);
}

function rejected(reason: string): ManifestVerdict {
  return { ok: false, reason, problems: [reason] };
}
