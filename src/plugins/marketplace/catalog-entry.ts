import { present } from '../../platform/text/foreign-fields.js';
import type { CatalogEntry } from '../../protocol/records/plugins.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { finiteOf, objectOf, textOf, textsOf } from '../manifest/json-values.js';
import { validateManifest } from '../manifest/validate-manifest.js';
import { isLoopbackHttp } from './loopback-http.js';

/** An entry whose bundle can be checked when it is fetched; its address is absolute. */
export interface InstallableEntry extends CatalogEntry {
  readonly sha256: string;
}

const hash = /^[0-9a-f]{64}$/;

/** One entry of a catalogue, or why the catalogue is refused. */
export function readCatalogEntry(
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

/** Code that will run comes encrypted from the host that lists it. */
function mayServe(bundle: URL, catalogUrl: URL): boolean {
  if (bundle.origin !== catalogUrl.origin) return false;
  return bundle.protocol === 'https:' || isLoopbackHttp(catalogUrl);
}
