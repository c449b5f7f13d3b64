import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { currentActor } from '../../platform/actors/actor.js';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { Ids } from '../../platform/ids.js';
import type { MadeTrigger, Trigger } from '../../protocol/records/triggers.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { nextAfter } from './schedule-times.js';
import {
  checkedSpec,
  checkedTriggerName,
  mostTriggers,
  runsPart,
  secretFor,
  type WantedTrigger,
} from './trigger-rules.js';
import { madeTrigger, shownTrigger, type StoredTrigger } from './trigger-spec.js';
import { TriggersRepository } from './triggers.repository.js';

/** Locked by whoever makes triggers, so that they see each other's. */
const triggersLock = 'triggers';

/** What may be changed of a trigger. */
interface TriggerChange {
  readonly name?: string;
  readonly paused?: boolean;
  readonly brief?: string;
  readonly runUsd?: number;
  readonly dayUsd?: number;
  readonly dayRuns?: number;
}

/** Makes, changes and removes triggers. */
@Injectable()
export class TriggersService {
  constructor(
    private readonly rows: TriggersRepository,
    private readonly workspaces: WorkspacesService,
    private readonly transactions: Transactions,
    private readonly documents: OfficeDocuments,
    private readonly dataSource: DataSource,
    private readonly ids: Ids,
  ) {}

  async list(): Promise<readonly Trigger[]> {
    return (await this.rows.all(this.dataSource.manager)).map(shownTrigger);
  }

  /** @throws NotFoundError */
  async require(id: string): Promise<StoredTrigger> {
    const found = await this.rows.find(this.dataSource.manager, id);
    if (found === null) throw new NotFoundError(triggerTexts.unknown(id));
    return found;
  }

  /** The secret is in this answer and in no other. @throws RefusedError */
  async make(wanted: WantedTrigger): Promise<MadeTrigger> {
    const name = checkedTriggerName(wanted.name);
    const secret = secretFor(wanted);
    const { workspaceId } = wanted;
    if (workspaceId !== undefined && (await this.workspaces.find(workspaceId)) === null) {
      throw new RefusedError(triggerTexts.noFloor(workspaceId));
    }
    const made = await this.transactions.run(async (tx) => {
      await this.documents.lock(tx, triggersLock);
      const others = await this.rows.all(tx.manager);
      if (others.length >= mostTriggers) throw new RefusedError(triggerTexts.tooMany(mostTriggers));
      const now = await this.rows.now(tx.manager);
      const spec = checkedSpec(wanted, now);
      const trigger: StoredTrigger = {
        id: this.ids.next('trigger'),
        kind: wanted.kind,
        name,
        paused: false,
        createdAt: now,
        createdBy: currentActor().name,
        spec,
        secret,
        nextAt: nextOf({ spec, paused: false }, now),
      };
      await this.rows.add(tx.manager, trigger);
      tx.conclude({ id: trigger.id });
      return trigger;
    });
    return madeTrigger(made);
  }

  /** @throws NotFoundError, RefusedError */
  async change(id: string, change: TriggerChange): Promise<Trigger> {
    const changed = await this.transactions.run(async (tx) => {
      const before = await this.rows.lock(tx.manager, id);
      if (before === null) throw new NotFoundError(triggerTexts.unknown(id));
      const { name, paused = before.paused, ...runs } = change;
      const hasRuns = before.kind !== 'outbound';
      const spec = hasRuns
        ? { ...before.spec, ...runsPart({ ...before.spec, ...runs }) }
        : before.spec;
      const next = nextOf({ spec, paused }, await this.rows.now(tx.manager));
      const trigger = {
        ...before,
        ...(name !== undefined && { name: checkedTriggerName(name) }),
        paused,
        spec,
        nextAt: paused === before.paused ? before.nextAt : next,
      };
      await this.rows.update(tx.manager, trigger);
      tx.conclude({ id });
      return trigger;
    });
    return shownTrigger(changed);
  }

  /** @throws NotFoundError */
  async remove(id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (!(await this.rows.remove(tx.manager, id))) {
        throw new NotFoundError(triggerTexts.unknown(id));
      }
      tx.conclude({ id });
    });
  }
}

/** When it is due next: what was missed while it was paused is not made up for. */
function nextOf(
  { spec, paused }: Pick<StoredTrigger, 'spec' | 'paused'>,
  now: number,
): number | null {
  const { cron, timeZone = 'UTC' } = spec;
  return cron === undefined || paused ? null : nextAfter(cron, timeZone, now);
}
