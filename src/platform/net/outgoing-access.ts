import { Injectable } from '@nestjs/common';
import { outgoingTexts } from '../../protocol/texts/outgoing.js';
import { OfficeConfig } from '../config/office-config.js';
import { AddressRefusedError, PortRefusedError } from './fetch-errors.js';
import { type FetchedPage, GuardedFetch, type RequestOptions } from './guarded-fetch.js';
import type { Way } from './judged-way.js';
import type { NetworkAccess } from './network-access.js';
import { publicAndListed } from './public-and-listed.js';

/**
 * The one guard of addresses that users of the office choose (hooks, forges, push services): the
 * public internet, and the private hosts that the operator lists.
 */
@Injectable()
export class OutgoingAccess {
  private readonly access: NetworkAccess;

  constructor(
    private readonly fetcher: GuardedFetch,
    { privateHosts }: OfficeConfig,
  ) {
    this.access = publicAndListed(privateHosts);
  }

  /** @throws FetchRefusedError, FetchFailedError */
  request(url: string, options: Omit<RequestOptions, 'access'>): Promise<FetchedPage> {
    return this.fetcher.request(url, { ...options, access: this.access }).catch(refuse);
  }

  /** For a program that connects by itself. @throws FetchRefusedError, FetchFailedError */
  async wayTo(url: string): Promise<Way> {
    try {
      return await this.fetcher.wayTo(url, this.access);
    } catch (thrown) {
      return refuse(thrown);
    }
  }
}

/** Rethrows the error; for a refused address with a hint at the list of private hosts. */
function refuse(thrown: unknown): never {
  const isAddress = thrown instanceof AddressRefusedError && !(thrown instanceof PortRefusedError);
  if (!isAddress) throw thrown;
  throw new AddressRefusedError(outgoingTexts.notListed(thrown.message));
}
