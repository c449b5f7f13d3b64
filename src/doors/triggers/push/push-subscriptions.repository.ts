import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '#platform/clock.js';
import type { Row } from '#platform/database/embedded-connection.js';
import { Statement } from '#platform/database/statement.js';
import { storeTime } from '#platform/database/store-time.js';

/** A subscription as browsers give it. */
export interface GivenSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface StoredSubscription extends GivenSubscription {
  readonly id: string;
  readonly admittedBy: string;
  readonly createdAt: number;
}

const columns = 'id, endpoint, p256dh, auth, admitted_by, created_at';

const put = new Statement(
  `INSERT INTO push_subscriptions (${columns}) VALUES (?, ?, ?, ?, ?, ?) ` +
    'ON CONFLICT (id) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, ' +
    'admitted_by = excluded.admitted_by',
);
const all = new Statement(`SELECT ${columns} FROM push_subscriptions ORDER BY created_at, id`);
const one = new Statement(`SELECT ${columns} FROM push_subscriptions WHERE id = ?`);
const remove = new Statement('DELETE FROM push_subscriptions WHERE id = ?');
const keepNewest = new Statement(
  'DELETE FROM push_subscriptions WHERE admitted_by = ? AND id NOT IN ' +
    '(SELECT id FROM push_subscriptions WHERE admitted_by = ? ORDER BY created_at DESC, id LIMIT ?)',
);

/** Rows of the browsers that get messages. */
@Injectable()
export class PushSubscriptionsRepository {
  constructor(private readonly clock: Clock) {}

  now(manager: EntityManager): Promise<number> {
    return storeTime(manager, this.clock);
  }

  async put(manager: EntityManager, given: Omit<StoredSubscription, 'createdAt'>): Promise<void> {
    const { id, endpoint, p256dh, auth, admittedBy } = given;
    const now = await this.now(manager);
    await put.send(manager, [id, endpoint, p256dh, auth, admittedBy, now]);
  }

  async all(manager: EntityManager): Promise<readonly StoredSubscription[]> {
    return (await all.run(manager, [])).map(subscriptionOf);
  }

  async find(manager: EntityManager, id: string): Promise<StoredSubscription | null> {
    const [row] = await one.run(manager, [id]);
    return row === undefined ? null : subscriptionOf(row);
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await remove.send(manager, [id]);
  }

  /** Removes a caller's oldest subscriptions beyond this number. */
  async keepNewest(manager: EntityManager, admittedBy: string, most: number): Promise<void> {
    await keepNewest.send(manager, [admittedBy, admittedBy, most]);
  }
}

function subscriptionOf(row: Row): StoredSubscription {
  return {
    id: String(row['id']),
    endpoint: String(row['endpoint']),
    p256dh: String(row['p256dh']),
    auth: String(row['auth']),
    admittedBy: String(row['admitted_by']),
    createdAt: Number(row['created_at']),
  };
}
