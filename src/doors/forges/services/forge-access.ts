import { Injectable } from '@nestjs/common';
import { messageOf } from '#platform/errors/error-text.js';
import { OutgoingAccess } from '#platform/net/outgoing-access.js';
import type { RemoteRepository } from '#runs/changes/delivery-git.js';
import {
  type ForgeClient,
  type ForgePlace,
  gitAccount,
  gitAddress,
} from '../clients/forge-client.js';
import { ForgeClients } from '../clients/forge-clients.js';
import { ForgeError } from '../clients/forge-error.js';
import { ForgesRepository, type StoredForge } from '../rows/forges.repository.js';
import { ForgeSecrets } from './forge-secrets.js';

/** A forge with everything needed for requests to it. */
export interface OpenForge {
  readonly forge: StoredForge;
  readonly place: ForgePlace;
  readonly client: ForgeClient;
  /**
   * Its git repository, over the present route.
   * @throws ForgeError
   */
  readonly remote: () => Promise<RemoteRepository>;
}

/** Opens forges by their ids. */
@Injectable()
export class ForgeAccess {
  constructor(
    private readonly forges: ForgesRepository,
    private readonly secrets: ForgeSecrets,
    private readonly clients: ForgeClients,
    private readonly outgoing: OutgoingAccess,
  ) {}

  /** Null: it was removed. */
  async open(forgeId: string): Promise<OpenForge | null> {
    const forge = await this.forges.find(forgeId);
    const secret = await this.secrets.of(forgeId);
    if (forge === null || secret === null) return null;
    const { kind, url, repository } = forge;
    const place = { kind, url, repository, token: secret.token };
    const client = await this.clients.open(place);
    return { forge, place, client, remote: () => this.remote(place) };
  }

  private async remote(place: ForgePlace): Promise<RemoteRepository> {
    const address = gitAddress(place);
    try {
      const way = await this.outgoing.wayTo(address);
      return { address, account: gitAccount(place), way };
    } catch (thrown) {
      throw new ForgeError(messageOf(thrown), null, null, { cause: thrown });
    }
  }
}
