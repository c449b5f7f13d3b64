import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { currentActor } from '../../platform/actors/actor.js';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { Ids } from '../../platform/ids.js';
import type { MadeTrigger, Trigger, TriggerKind } from '../../protocol/records/triggers.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import { FloorChoices } from '../../runs/submit/floor-choices.js';
import { changedTrigger, nextOf, type TriggerChange } from './trigger-change.js';
import {
  checkedSpec,
  checkedTriggerName,
  mostTriggers,
  triggerRefusal,
  secretFor,
  type WantedTrigger,
} from './trigger-rules.js';
import { madeTrigger, shownTrigger, type StoredTrigger } from './trigger-spec.js';
import { TriggersRepository } from './triggers.repository.js';

/** Locked by every transaction that makes a trigger, so that each sees the others' triggers. */
const triggersLock = 'triggers';

const hourMs = 60 * 60 * 1000;
const mostOverlapHours = 7 * 24;

/** A secret that replaces the present one. */
interface NewSecret {
  /** Absent: the office makes one. */
  readonly secret?: string;
  /** How long the previous secret stays valid, hours; absent: not at all. */
  readonly overlapHours?: number;
}

/** Makes, changes and removes triggers. */
@Injectable()
export class TriggersService {
  constructor(
    private readonly rows: TriggersRepository,
    private readonly choices: FloorChoices,
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

  /**
   * Makes a trigger; only this answer contains its secret.
   * @throws RefusedError
   */
  async make(wanted: WantedTrigger): Promise<MadeTrigger> {
    const name = checkedTriggerName(wanted.name);
    const secret = secretFor(wanted);
    await this.checkChoices(wanted.kind, wanted);
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
    const { kind, spec } = await this.require(id);
    const { workspaceId = spec.workspaceId, pipelineId = spec.pipelineId } = change;
    if (workspaceId !== spec.workspaceId || pipelineId !== spec.pipelineId) {
      await this.checkChoices(kind, { workspaceId, pipelineId });
    }
    return shownTrigger(await this.next(id, (before, now) => changedTrigger(before, change, now)));
  }

  /**
   * Replaces the secret of a hook; only this answer contains the new one.
   * @throws NotFoundError, RefusedError
   */
  async renewSecret(id: string, { secret, overlapHours = 0 }: NewSecret): Promise<MadeTrigger> {
    if (!(overlapHours >= 0 && overlapHours <= mostOverlapHours)) {
      throw triggerRefusal('overlapHours', triggerTexts.overlap(mostOverlapHours));
    }
    const changed = await this.next(id, (before, now) => {
      const { kind, name, spec, secret: old } = before;
      if (old === null) throw new RefusedError(triggerTexts.noSecret);
      const { signature = 'standard' } = spec;
      const made = secretFor({ kind, name, signature, ...(secret !== undefined && { secret }) });
      const { former: _former, ...rest } = spec;
      const former = { secret: old, until: now + overlapHours * hourMs };
      return { ...before, secret: made, spec: { ...rest, ...(overlapHours > 0 && { former }) } };
    });
    return madeTrigger(changed);
  }

  /**
   * Stores the changed trigger.
   * @throws NotFoundError
   */
  private next(
    id: string,
    become: (before: StoredTrigger, now: number) => StoredTrigger,
  ): Promise<StoredTrigger> {
    return this.transactions.run(async (tx) => {
      const before = await this.rows.lock(tx.manager, id);
      if (before === null) throw new NotFoundError(triggerTexts.unknown(id));
      const trigger = become(before, await this.rows.now(tx.manager));
      await this.rows.update(tx.manager, trigger);
      tx.conclude({ id });
      return trigger;
    });
  }

  /** Checks the floor and, unless the hook only calls others, the pipeline. */
  private checkChoices(
    kind: TriggerKind,
    { workspaceId, pipelineId }: Pick<TriggerChange, 'workspaceId' | 'pipelineId'>,
  ): Promise<void> {
    return this.choices.check(kind === 'outbound' ? { workspaceId } : { workspaceId, pipelineId });
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
