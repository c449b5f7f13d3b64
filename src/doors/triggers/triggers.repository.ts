import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import type { Row } from '../../platform/database/embedded-connection.js';
import { Statement } from '../../platform/database/statement.js';
import { storeTime } from '../../platform/database/store-time.js';
import type {
  DeliverySource,
  DeliveryState,
  TriggerKind,
} from '../../protocol/records/triggers.js';
import { dayMs, type Taken } from './day-ceiling.js';
import type { StoredTrigger, TriggerSpec } from './trigger-spec.js';

const columns = 'id, kind, name, paused, created_at, created_by, spec_json, secret, next_at';
const deliveryColumns =
  'id, trigger_id, key, at, source, state, run_id, message, limit_usd, spent_usd';

const all = new Statement(`SELECT ${columns} FROM triggers ORDER BY created_at, id`);
const one = new Statement(`SELECT ${columns} FROM triggers WHERE id = ?`);
const ofKind = new Statement(`SELECT ${columns} FROM triggers WHERE kind = ? AND paused = 0`);
const lock = new Statement(`UPDATE triggers SET paused = paused WHERE id = ? RETURNING ${columns}`);
const due = new Statement(
  `SELECT ${columns} FROM triggers WHERE kind = 'schedule' AND paused = 0 AND next_at <= ? ` +
    'ORDER BY next_at, id LIMIT 20',
);
const insert = new Statement(
  `INSERT INTO triggers (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const update = new Statement(
  'UPDATE triggers SET name = ?, paused = ?, spec_json = ?, secret = ?, next_at = ? WHERE id = ?',
);
const moveOn = new Statement(
  'UPDATE triggers SET next_at = ? WHERE id = ? AND next_at = ? AND paused = 0 RETURNING id',
);
const remove = new Statement('DELETE FROM triggers WHERE id = ? RETURNING id');
const removeDeliveries = new Statement('DELETE FROM trigger_deliveries WHERE trigger_id = ?');

const insertDelivery = new Statement(
  `INSERT INTO trigger_deliveries (${deliveryColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL) ` +
    'ON CONFLICT (trigger_id, key) DO NOTHING RETURNING id',
);
const delivery = new Statement(
  `SELECT ${deliveryColumns} FROM trigger_deliveries WHERE trigger_id = ? AND key = ?`,
);
const deliveries = new Statement(
  `SELECT ${deliveryColumns} FROM trigger_deliveries WHERE trigger_id = ? ` +
    'ORDER BY at DESC, id DESC LIMIT ?',
);
const taken = new Statement(
  'SELECT COUNT(*) AS runs, COALESCE(SUM(COALESCE(spent_usd, limit_usd)), 0) AS usd ' +
    "FROM trigger_deliveries WHERE trigger_id = ? AND state = 'started' AND at > ? AND at <= ?",
);
const settle = new Statement('UPDATE trigger_deliveries SET spent_usd = ? WHERE run_id = ?');
const floorOf = new Statement('SELECT workspace_id FROM runs WHERE id = ?');
const prune = new Statement('DELETE FROM trigger_deliveries WHERE at < ?');

/** Tolerance for times of transactions that began together, ms. */
const aheadMs = 60_000;

/** A delivery: one occasion on which a schedule or a hook was triggered. */
export interface StoredDelivery {
  readonly id: string;
  readonly triggerId: string;
  readonly key: string;
  readonly at: number;
  readonly source: DeliverySource;
  readonly state: DeliveryState;
  readonly runId: string | null;
  readonly message: string | null;
  readonly limitUsd: number;
}

/** Rows of triggers and of their deliveries. */
@Injectable()
export class TriggersRepository {
  constructor(private readonly clock: Clock) {}

  now(manager: EntityManager): Promise<number> {
    return storeTime(manager, this.clock);
  }

  async all(manager: EntityManager): Promise<readonly StoredTrigger[]> {
    return (await all.run(manager, [])).map(triggerOf);
  }

  async find(manager: EntityManager, id: string): Promise<StoredTrigger | null> {
    const [row] = await one.run(manager, [id]);
    return row === undefined ? null : triggerOf(row);
  }

  /** Triggers of a kind that are not paused. */
  async active(manager: EntityManager, kind: TriggerKind): Promise<readonly StoredTrigger[]> {
    return (await ofKind.run(manager, [kind])).map(triggerOf);
  }

  /** The trigger, locked until the transaction ends. */
  async lock(manager: EntityManager, id: string): Promise<StoredTrigger | null> {
    const [row] = await lock.run(manager, [id]);
    return row === undefined ? null : triggerOf(row);
  }

  /** Schedules that are due, the longest waiting first. */
  async due(manager: EntityManager): Promise<readonly StoredTrigger[]> {
    return (await due.run(manager, [await this.now(manager)])).map(triggerOf);
  }

  async add(manager: EntityManager, trigger: StoredTrigger): Promise<void> {
    const { id, kind, name, paused, createdAt, createdBy, spec, secret, nextAt } = trigger;
    const written = [id, kind, name, Number(paused), createdAt, createdBy];
    await insert.send(manager, [...written, JSON.stringify(spec), secret, nextAt]);
  }

  async update(manager: EntityManager, trigger: StoredTrigger): Promise<void> {
    const { id, name, paused, spec, secret, nextAt } = trigger;
    const written = [name, Number(paused), JSON.stringify(spec), secret, nextAt];
    await update.send(manager, [...written, id]);
  }

  /** Advances a schedule. False: another replica was first, or it is paused. */
  async moveOn(
    manager: EntityManager,
    { id, nextAt }: StoredTrigger,
    next: number | null,
  ): Promise<boolean> {
    return (await moveOn.run(manager, [next, id, nextAt])).length === 1;
  }

  /** False: there is no such trigger. */
  async remove(manager: EntityManager, id: string): Promise<boolean> {
    await removeDeliveries.run(manager, [id]);
    return (await remove.run(manager, [id])).length === 1;
  }

  /** False: this delivery was recorded before. */
  async addDelivery(manager: EntityManager, added: StoredDelivery): Promise<boolean> {
    const { id, triggerId, key, at, source, state, runId, message, limitUsd } = added;
    const written = [id, triggerId, key, at, source, state, runId, message, limitUsd];
    return (await insertDelivery.run(manager, written)).length === 1;
  }

  async delivery(
    manager: EntityManager,
    triggerId: string,
    key: string,
  ): Promise<StoredDelivery | null> {
    const [row] = await delivery.run(manager, [triggerId, key]);
    return row === undefined ? null : deliveryOf(row);
  }

  /** The deliveries of a trigger, the newest first. */
  async deliveries(
    manager: EntityManager,
    triggerId: string,
    limit: number,
  ): Promise<readonly StoredDelivery[]> {
    return (await deliveries.run(manager, [triggerId, limit])).map(deliveryOf);
  }

  /**
   * Number and spend of its runs of the last day, without runs that a clock which was ahead has
   * dated later.
   */
  async taken(manager: EntityManager, triggerId: string): Promise<Taken> {
    const now = await this.now(manager);
    const [row] = await taken.run(manager, [triggerId, now - dayMs, now + aheadMs]);
    return { runs: Number(row?.['runs']), usd: Number(row?.['usd']) };
  }

  /** Records the spend of an ended run. */
  async settle(manager: EntityManager, runId: string, spentUsd: number): Promise<void> {
    await settle.send(manager, [spentUsd, runId]);
  }

  /** The floor of a run; null: the run is unknown. */
  async floorOf(manager: EntityManager, runId: string): Promise<string | null> {
    const [row] = await floorOf.run(manager, [runId]);
    return row === undefined ? null : String(row['workspace_id']);
  }

  async prune(manager: EntityManager, ms: number): Promise<void> {
    await prune.send(manager, [(await this.now(manager)) - ms]);
  }
}

function triggerOf(row: Row): StoredTrigger {
  const time = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    id: String(row['id']),
    kind: String(row['kind']) as TriggerKind,
    name: String(row['name']),
    paused: Number(row['paused']) === 1,
    createdAt: Number(row['created_at']),
    createdBy: row['created_by'] as string | null,
    spec: JSON.parse(String(row['spec_json'])) as TriggerSpec,
    secret: row['secret'] as string | null,
    nextAt: time('next_at'),
  };
}

function deliveryOf(row: Row): StoredDelivery {
  return {
    id: String(row['id']),
    triggerId: String(row['trigger_id']),
    key: String(row['key']),
    at: Number(row['at']),
    source: String(row['source']) as DeliverySource,
    state: String(row['state']) as DeliveryState,
    runId: row['run_id'] as string | null,
    message: row['message'] as string | null,
    limitUsd: Number(row['limit_usd']),
  };
}
