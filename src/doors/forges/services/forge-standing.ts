import { Injectable } from '@nestjs/common';
import { Outbox } from '#doors/outbox/outbox.js';
import { Transactions } from '#platform/database/transactions.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { ForgeClients } from '../clients/forge-clients.js';
import { ForgesRepository, type StoredForge } from '../rows/forges.repository.js';
import { ForgeAccess, type OpenForge } from './forge-access.js';
import { ForgeBases } from './forge-bases.js';

/** Looks that are missed by those that have the files before others look. */
const patience = 3;

/** How forges stand: whether the office has access, and what their repositories are called now. */
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
   * Whether this process asks a forge for news now. One that has not the files of its floor, and so can
   * begin nothing, does so only where those that have them did not.
   */
  async claim(forge: StoredForge, now: number): Promise<boolean> {
    const factor = (await this.bases.isPossibleHere(forge)) ? 1 : patience;
    const betweenMs = forge.pollSeconds * 1000 * factor;
    return this.transactions.run(({ manager }) =>
      this.forges.claimPoll(manager, forge.id, { now, betweenMs }),
    );
  }

  /**
   * The forge by the name of now, if the office may work there.
   * @returns null: it was removed
   * @throws ForgeError, RefusedError if it may not, until somebody sets that right
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
      // One that was removed had the name before, and is none that could be connected again by it.
      if (other !== null && other.id !== id) {
        const { page: before } = other;
        await this.forges.rename(manager, other.id, { name: `${name} ${other.id}`, page: before });
      }
      await this.forges.rename(manager, id, { name, page });
    });
    this.clients.forget(forge);
    return this.access.open(id);
  }

  /** A look went well; what failed before is tried again at once. */
  async well(forge: StoredForge, since: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.forges.polled(tx.manager, forge, since);
      if (forge.problem !== null) await this.outbox.hurry(tx, forge.id);
    });
  }
}
