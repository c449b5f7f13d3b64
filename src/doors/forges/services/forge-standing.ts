import { Injectable } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { Transactions } from '#platform/database/transactions.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { ForgeClients } from '../clients/forge-clients.js';
import { ForgesRepository, type StoredForge } from '../rows/forges.repository.js';
import { ForgeAccess, type OpenForge } from './forge-access.js';
import { ForgeBases } from './forge-bases.js';

/** Polls that replicas with the files may miss before others poll. */
const patience = 3;

/**
 * The state of forges: whether the office has access, and the present names of their repositories.
 */
@Injectable()
export class ForgeStanding {
  constructor(
    private readonly access: ForgeAccess,
    private readonly forges: ForgesRepository,
    private readonly bases: ForgeBases,
    private readonly clients: ForgeClients,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Whether this process polls a forge now. A process without the floor's files can begin nothing,
   * so it polls only if those with them have not.
   */
  async claim(forge: StoredForge): Promise<boolean> {
    const factor = (await this.bases.isPossibleHere(forge)) ? 1 : patience;
    const betweenMs = forge.pollSeconds * 1000 * factor;
    return this.transactions.run(({ manager }) =>
      this.forges.claimPoll(manager, forge.id, betweenMs),
    );
  }

  /**
   * The forge under its present name, if the office may work there.
   * @returns null: it was removed
   * @throws ForgeError, RefusedError if it may not, until somebody grants access
   */
  async demand(id: string): Promise<OpenForge | null> {
    const open = await this.access.open(id);
    if (open === null) return null;
    const { forge, client } = open;
    const { name, url: page, mayPush } = await client.repository();
    if (!mayPush) throw new RefusedError(forgeTexts.noPush(forge.repository, forge.login));
    if (name === forge.repository) return open;
    await this.transactions.run(async ({ manager }) => {
      const other = await this.forges.at(manager, forge.url, name);
      if (other?.removedAt === null && other.id !== id) {
        throw new RefusedError(forgeTexts.taken(name));
      }
      // A removed forge that had this name before gets another, and can no longer be connected
      // again by it.
      if (other !== null && other.id !== id) {
        const { page: before } = other;
        await this.forges.rename(manager, other.id, { name: `${name} ${other.id}`, page: before });
      }
      await this.forges.rename(manager, id, { name, page });
    });
    this.clients.forget(forge);
    return this.access.open(id);
  }

  /** Records a successful poll; jobs that failed before are tried again at once. */
  async well(forge: StoredForge, since: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.forges.polled(tx.manager, forge, since);
      if (forge.problem !== null) await this.outbox.hurry(tx, forge.id);
    });
  }
}
