import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, runAs } from '../../platform/actors/actor.js';
import type { Door } from '../../protocol/records/enums.js';
import { AuditTrail } from '../../platform/audit/audit-trail.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { Ids } from '../../platform/ids.js';
import { clip } from '../../platform/text/clip.js';
import type { DeliverySource } from '../../protocol/records/triggers.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import { SubmissionService } from '../../runs/submit/submission.service.js';
import { dayProblem } from './day-ceiling.js';
import { briefBeside } from './hook-brief.js';
import { revisionOf, type StoredTrigger } from './trigger-spec.js';
import { type StoredDelivery, TriggersRepository } from './triggers.repository.js';

const messageCharacters = 500;

/** An occasion on which a trigger begins a run. */
interface Arrival {
  /** Equal keys begin one run. */
  readonly key: string;
  readonly source: DeliverySource;
  /** Content that a caller sent. */
  readonly sent?: unknown;
  /** Network address of the caller. */
  readonly address?: string | null;
  /** Further work in the transaction that records it; false: it was recorded before. */
  readonly beside?: (tx: Tx) => Promise<boolean>;
}

/** Thrown inside the transaction: this delivery was recorded meanwhile, or is no longer due. */
export class OvertakenArrival extends Error {}

/** Thrown inside the transaction: the trigger's definition was changed since it was read. */
class ChangedTrigger extends Error {
  constructor(readonly current: StoredTrigger) {
    super(current.id);
  }
}

/**
 * Begins the runs of triggers: each delivery begins at most one run, in the transaction that
 * records it.
 */
@Injectable()
export class TriggeredRuns {
  constructor(
    private readonly rows: TriggersRepository,
    private readonly submissions: SubmissionService,
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
    private readonly ids: Ids,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * The recorded delivery, from now or earlier.
   * @throws OvertakenArrival
   */
  async arrive(trigger: StoredTrigger, arrival: Arrival): Promise<StoredDelivery> {
    const { manager } = this.dataSource;
    const known = await this.rows.delivery(manager, trigger.id, arrival.key);
    if (known !== null) return known;
    const deed = { operation: `trigger ${arrival.source}`, given: { id: trigger.id } };
    return runAs(actorOf(trigger, arrival.address), () =>
      this.audit.carryOut(deed, () => this.carryOut(trigger, arrival)),
    );
  }

  private async carryOut(trigger: StoredTrigger, arrival: Arrival): Promise<StoredDelivery> {
    const { manager } = this.dataSource;
    try {
      return await this.begin(trigger, arrival);
    } catch (thrown) {
      if (thrown instanceof ChangedTrigger) return this.carryOut(thrown.current, arrival);
      if (thrown instanceof RefusedError) return this.refuse(trigger, arrival, messageOf(thrown));
      if (!(thrown instanceof OvertakenArrival)) throw thrown;
      const first = await this.rows.delivery(manager, trigger.id, arrival.key);
      if (first === null) throw thrown;
      return first;
    }
  }

  private async begin(trigger: StoredTrigger, arrival: Arrival): Promise<StoredDelivery> {
    const { id, spec } = trigger;
    const { brief = '', pipelineId, runUsd, workspaceId } = spec;
    const recorded: StoredDelivery[] = [];
    const { sent } = arrival;
    const submission = {
      brief: sent === undefined ? brief : briefBeside(brief, `hook:${id}`, sent),
      ...(pipelineId !== undefined && { pipelineId }),
      ...(runUsd !== undefined && { budgetUsd: runUsd }),
      ...(workspaceId !== null && { workspaceId }),
      ...(sent !== undefined && { foreign: [await this.source(trigger)] }),
      submittedBy: `trigger ${trigger.name}`,
    };
    await this.submissions.submit(submission, async (tx, run) => {
      const { limitUsd } = run.budget;
      await this.checkCeiling(tx, trigger, arrival.source, limitUsd);
      const began = { state: 'started', runId: run.id, message: null, limitUsd } as const;
      recorded.splice(0, Infinity, await this.record(tx, trigger, arrival, began));
    });
    return recorded[0] as StoredDelivery;
  }

  private async source({ name }: StoredTrigger) {
    return { kind: 'message', name, at: await this.rows.now(this.dataSource.manager) } as const;
  }

  /**
   * Checks the day's ceiling. The trigger stays locked, so that no other delivery spends the same
   * money.
   */
  private async checkCeiling(
    { manager }: Tx,
    trigger: StoredTrigger,
    source: DeliverySource,
    limitUsd: number,
  ): Promise<void> {
    const { id } = trigger;
    const current = await this.rows.lock(manager, id);
    if (current === null) throw new NotFoundError(triggerTexts.unknown(id));
    if (revisionOf(current) !== revisionOf(trigger)) throw new ChangedTrigger(current);
    if (current.paused && source !== 'sample') throw new RefusedError(triggerTexts.paused);
    const problem = dayProblem(current.spec, await this.rows.taken(manager, id), limitUsd);
    if (problem !== null) throw new RefusedError(problem);
  }

  private refuse(
    trigger: StoredTrigger,
    arrival: Arrival,
    message: string,
  ): Promise<StoredDelivery> {
    const why = clip(message, messageCharacters, '…');
    const refused = { state: 'refused', runId: null, message: why, limitUsd: 0 } as const;
    return this.transactions
      .run((tx) => this.record(tx, trigger, arrival, refused))
      .catch(async (thrown: unknown) => {
        if (!(thrown instanceof OvertakenArrival)) throw thrown;
        const { manager } = this.dataSource;
        return (await this.rows.delivery(manager, trigger.id, arrival.key)) as StoredDelivery;
      });
  }

  private async record(
    tx: Tx,
    { id: triggerId }: StoredTrigger,
    { key, source, beside }: Arrival,
    outcome: Pick<StoredDelivery, 'state' | 'runId' | 'message' | 'limitUsd'>,
  ): Promise<StoredDelivery> {
    const at = await this.rows.now(tx.manager);
    const id = this.ids.next('delivery');
    const delivery: StoredDelivery = { id, triggerId, key, at, source, ...outcome };
    const isNew = await this.rows.addDelivery(tx.manager, delivery);
    if (!isNew || (await beside?.(tx)) === false) throw new OvertakenArrival();
    return delivery;
  }
}

const doors: Readonly<Record<StoredTrigger['kind'], Door>> = {
  schedule: 'schedule',
  hook: 'hook',
  outbound: 'service',
};

/** The actor when a trigger begins a run. */
function actorOf({ kind, name }: StoredTrigger, address: string | null | undefined): Actor {
  return {
    name,
    tokenId: null,
    rights: new Set(['work']),
    door: doors[kind],
    address: address ?? null,
  };
}
