import { present } from '../../platform/text/foreign-fields.js';
import type { CatalogEntry, PluginCatalog } from '../../protocol/records/plugins.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { finiteOf, objectOf, textOf, textsOf } from '../manifest/json-values.js';
import { validateManifest } from '../manifest/validate-manifest.js';
import { isLoopbackHttp } from './bundle-access.js';

/** A catalogue whose entries can all be installed. */
export interface ReadableCatalog extends PluginCatalog {
  readonly plugins: readonly InstallableEntry[];
}

/**
 * The catalogue of a marketplace, or why it is refused: one bad entry refuses all. Pure; never
 * throws.
 */
export function readCatalog(document: unknown, catalogUrl: URL): ReadableCatalog | string {
  const item = objectOf(document);
  if (item === null) return marketplaceTexts.catalogNotObject;
  if (!Array.isArray(item.plugins)) return marketplaceTexts.catalogNoPlugins;
  const plugins: InstallableEntry[] = [];
  for (const [index, value] of item.plugins.entries()) {
    const entry = readCatalogEntry(value, index, catalogUrl);
    if (typeof entry === 'string') return entry;
    plugins.push(entry);
  }
  return {
    version: 1,
    name: typeof item.name === 'string' ? item.name : catalogUrl.hostname,
    ...present({ homepage: typeof item.homepage === 'string' ? item.homepage : undefined }),
    plugins,
  };
}

/** An entry with a verifiable bundle and an absolute address. */
export interface InstallableEntry extends CatalogEntry {
  readonly sha256: string;
}

const hash = /^[0-9a-f]{64}$/;

/** An entry of a catalogue, or why the catalogue is refused. */
function readCatalogEntry(
  value: unknown,
  index: number,
  catalogUrl: URL,
): InstallableEntry | string {
  const item = objectOf(value);
  if (item === null) return marketplaceTexts.entryNotObject(index);
  const verdict = validateManifest(item.manifest);
  if (!verdict.ok) return marketplaceTexts.entryInvalid(index, verdict.reason);
  const { manifest } = verdict;
  const address = textOf(item.downloadUrl);
  if (address === undefined) return marketplaceTexts.entryNoUrl(index);
  if (typeof item.sha256 !== 'string' || !hash.test(item.sha256)) {
    return marketplaceTexts.entryNoHash(index, manifest.id);
  }
  if (!URL.canParse(address, catalogUrl.href)) {
    return marketplaceTexts.entryBadUrl(index, manifest.id);
  }
  const bundle = new URL(address, catalogUrl);
  if (!mayServe(bundle, catalogUrl)) {
    const { origin, protocol } = bundle;
    return marketplaceTexts.entryForeign(index, manifest.id, origin, protocol, catalogUrl.origin);
  }
  return {
    manifest,
    downloadUrl: bundle.href,
    sha256: item.sha256,
    ...present({
      tags: Array.isArray(item.tags) ? textsOf(item.tags) : undefined,
      sizeBytes: finiteOf(item.sizeBytes),
      readme: typeof item.readme === 'string' ? item.readme : undefined,
    }),
  };
}

/** Code to be run must come encrypted from the host that lists it. */
function mayServe(bundle: URL, catalogUrl: URL): boolean {
  if (bundle.origin !== catalogUrl.origin) return false;
  return bundle.protocol === 'https:' || isLoopbackHttp(catalogUrl);
}
