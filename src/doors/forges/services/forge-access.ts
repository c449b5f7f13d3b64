import { Injectable } from '@nestjs/common';
import type { ForgeClient, ForgePlace } from '../clients/forge-client.js';
import { ForgeClients } from '../clients/forge-clients.js';
import { ForgesRepository, type StoredForge } from '../rows/forges.repository.js';
import { ForgeSecrets } from './forge-secrets.js';

/** A forge that can be asked. */
export interface OpenForge {
  readonly forge: StoredForge;
  readonly place: ForgePlace;
  readonly client: ForgeClient;
}

/** Opens forges by their ids. */
@Injectable()
export class ForgeAccess {
  constructor(
    private readonly forges: ForgesRepository,
    private readonly secrets: ForgeSecrets,
    private readonly clients: ForgeClients,
  ) {}

  /** Null: it was removed. */
  async open(forgeId: string): Promise<OpenForge | null> {
    const forge = await this.forges.find(forgeId);
    const secret = await this.secrets.of(forgeId);
    if (forge === null || secret === null) return null;
    const { kind, url, repository } = forge;
    const place = { kind, url, repository, token: secret.token };
    return { forge, place, client: await this.clients.open(place) };
  }
}
