import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { currentActor } from '#platform/actors/actor.js';
import { Actors } from '#platform/actors/actors.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { Transactions } from '#platform/database/transactions.js';
import {
  PushSubscriptionsRepository,
  type StoredSubscription,
} from './push-subscriptions.repository.js';
import { admittedBy, checkedSubscription, subscriptionId } from './subscription-rules.js';

/** Most browsers of one caller. */
const mostOfCaller = 20;

/** Browsers that get messages while their subscriber would be admitted. */
@Injectable()
export class Subscribers {
  constructor(
    private readonly rows: PushSubscriptionsRepository,
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
    private readonly actors: Actors,
    private readonly config: OfficeConfig,
  ) {}

  /** Returns the id of the subscription. @throws RefusedError */
  async subscribe(endpoint: string, keys: Readonly<Record<string, unknown>>): Promise<string> {
    const given = checkedSubscription({ endpoint, keys });
    const id = subscriptionId(endpoint);
    const by = admittedBy(currentActor().tokenId, this.config.security.apiToken);
    await this.transactions.run(async (tx) => {
      await this.rows.put(tx.manager, { id, ...given, admittedBy: by });
      await this.rows.keepNewest(tx.manager, by, mostOfCaller);
      tx.conclude({ id });
    });
    return id;
  }

  async remove(id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.rows.remove(tx.manager, id);
      tx.conclude({ id });
    });
  }

  /** Null: it was removed, or its subscriber would not be admitted any more. */
  async current(id: string): Promise<StoredSubscription | null> {
    const found = await this.rows.find(this.dataSource.manager, id);
    if (found === null || this.isAdmitted(found)) return found;
    await this.remove(id);
    return null;
  }

  private isAdmitted({ admittedBy: by }: StoredSubscription): boolean {
    const withoutToken = admittedBy(null, this.config.security.apiToken);
    return this.actors.isValid({ tokenId: by === withoutToken ? null : by });
  }
}
