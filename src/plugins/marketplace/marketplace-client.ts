import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import {
  FetchFailedError,
  FetchRefusedError,
  RedirectRefusedError,
} from '../../platform/net/fetch-errors.js';
import { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { privateNetworksToo } from '../../platform/net/network-access.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { jsonOf } from '../json-of.js';
import { pluginLimits } from '../plugin-limits.js';
import { bundleAccess } from './bundle-access.js';
import { type InstallableEntry, readCatalog } from './read-catalog.js';
import type { ReadableCatalog } from './read-catalog.js';

/** Fetches from marketplaces. Every refusal is a RefusedError with the exact reason. */
@Injectable()
export class MarketplaceClient {
  constructor(private readonly fetch: GuardedFetch) {}

  /** The catalogue at an operator's address, without following redirects. */
  async catalog(address: string): Promise<ReadableCatalog> {
    const url = catalogUrl(address);
    const page = await this.readCatalogPage(url);
    if (page.status < 200 || page.status > 299) {
      throw new RefusedError(marketplaceTexts.status(page.status));
    }
    const catalog = parseCatalog(page, url);
    if (typeof catalog === 'string') throw new RefusedError(marketplaceTexts.unreachable(catalog));
    return catalog;
  }

  /** The bytes of a bundle, verified by the published hash. */
  async bundle(entry: InstallableEntry): Promise<Buffer> {
    const page = await this.download(entry.downloadUrl);
    if (page.status < 200 || page.status > 299) {
      throw new RefusedError(marketplaceTexts.downloadStatus(page.status));
    }
    if (page.truncated) {
      const reason = marketplaceTexts.downloadTooLarge(pluginLimits.bundleBytes);
      throw new RefusedError(marketplaceTexts.downloadFailed(reason));
    }
    const actual = createHash('sha256').update(page.body).digest('hex');
    if (actual !== entry.sha256) {
      throw new RefusedError(marketplaceTexts.checksumMismatch(entry.sha256, actual));
    }
    return page.body;
  }

  private async readCatalogPage(url: URL): Promise<FetchedPage> {
    try {
      return await this.fetch.get(url.href, {
        access: privateNetworksToo,
        timeoutMs: pluginLimits.catalogTimeoutMs,
        maxRedirects: 0,
        maxBytes: pluginLimits.catalogBytes,
        headers: { accept: 'application/json' },
      });
    } catch (error) {
      const reason =
        error instanceof RedirectRefusedError
          ? marketplaceTexts.redirected(withoutQuery(error.location))
          : marketplaceTexts.unreachable(messageOf(error));
      throw new RefusedError(reason, { cause: error });
    }
  }

  private async download(address: string): Promise<FetchedPage> {
    try {
      return await this.fetch.get(address, {
        access: bundleAccess(new URL(address)),
        timeoutMs: pluginLimits.downloadTimeoutMs,
        maxRedirects: pluginLimits.downloadRedirects,
        maxBytes: pluginLimits.bundleBytes,
        // Transport compression would change the hash of the bytes.
        headers: { 'accept-encoding': 'identity' },
      });
    } catch (error) {
      if (error instanceof FetchRefusedError) {
        throw new RefusedError(marketplaceTexts.downloadRefused(error.message), { cause: error });
      }
      if (!(error instanceof FetchFailedError)) throw error;
      throw new RefusedError(marketplaceTexts.downloadFailed(error.message), { cause: error });
    }
  }
}

function catalogUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new RefusedError(marketplaceTexts.catalogUrl);
  }
  return url;
}

/** The query of a redirect may contain secrets. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

function parseCatalog(page: FetchedPage, url: URL): ReadableCatalog | string {
  if (page.truncated) return marketplaceTexts.catalogTooLarge(pluginLimits.catalogBytes);
  const document = jsonOf(page.body);
  return document === undefined ? marketplaceTexts.catalogNotJson : readCatalog(document, url);
}
