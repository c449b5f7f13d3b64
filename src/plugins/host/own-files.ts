import { RefusedError } from '../../platform/errors/office-error.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { pluginFiles } from '../bundle/bundle-files.js';
import type { BundleFiles } from '../bundle/bundle-files.js';
import { readBundle } from '../bundle/read-bundle.js';
import { parseManifest } from './read-plugin-directory.js';

/** The files of the plugin with this id in a bundle. @throws RefusedError */
export async function ownFiles(archive: Buffer, id: string): Promise<BundleFiles> {
  const files = pluginFiles(await readBundle(archive));
  const text = files?.get('plugin.json')?.toString('utf8');
  if (files === null || text === undefined) throw new RefusedError(marketplaceTexts.noManifest);
  const verdict = parseManifest(text);
  if (!verdict.ok) throw new RefusedError(verdict.reason);
  if (verdict.manifest.id !== id) {
    throw new RefusedError(marketplaceTexts.declaresOther(verdict.manifest.id, id));
  }
  return files;
}
