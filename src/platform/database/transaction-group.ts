import type { DatabaseTransaction } from './database-transactions.js';
import { isFollowUp } from './store-failure.js';
import { inWork, type Work } from '../telemetry/work-context.js';
import { type LateEvents, Tx } from './tx.js';

/** The work of one transaction. */
export type TransactionWork<T> = (tx: Tx) => Promise<T>;

/** A requested transaction. */
export interface QueuedTransaction {
  readonly work: TransactionWork<unknown>;
  readonly mayShare: boolean;
  /** How often it has been repeated alone because of deadlocks. */
  readonly retries: number;
  /** The run, stage or turn that it belongs to. */
  readonly of: Work | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Thrown if members of a group failed; nothing of the group is stored then. */
export class MembersFailed extends Error {
  constructor(readonly reasons: ReadonlyMap<QueuedTransaction, unknown>) {
    super('the work of a transaction failed');
  }
}

/** The fields of a member that the commit needs. */
export type CommittedMember = Pick<Member, 'asked' | 'tx' | 'result'>;

/** One transaction of a group, with its progress. */
class Member {
  result: unknown;
  /** Unfinished promises: statements not yet answered, and errors thrown. */
  readonly pending: Promise<unknown>[] = [];

  constructor(
    readonly asked: QueuedTransaction,
    readonly tx: Tx,
  ) {}
}

/** Requested transactions that share one database transaction. */
export class TransactionGroup {
  readonly members: Member[] = [];
  private failed = false;

  constructor(
    private readonly transaction: DatabaseTransaction,
    /** Time of all its events. */
    readonly at: number,
  ) {}

  /** Does the work of one more member. False: it threw, and the group is to be abandoned. */
  async add(asked: QueuedTransaction): Promise<boolean> {
    const member = new Member(asked, new Tx(this.transaction.manager, this.at));
    this.members.push(member);
    return this.keep(member, async () => {
      member.result = await inWork(asked.of, () => asked.work(member.tx));
    });
  }

  /** Completes events and waits for all answers. @throws MembersFailed */
  async complete(): Promise<void> {
    if (!this.failed) await this.completeEvents();
    await this.assertDone();
  }

  /** Ordered by row name, so that two groups never deadlock. */
  private async completeEvents(): Promise<void> {
    const late = this.members
      .flatMap((member) => member.tx.late.map((event) => ({ member, event })))
      .toSorted((a, b) => (a.event.row < b.event.row ? -1 : Number(a.event.row > b.event.row)));
    const byRow = Map.groupBy(late, ({ event }) => event.row);
    await Promise.all([...byRow.values()].map((events) => this.completeRow(events)));
  }

  private async completeRow(
    events: readonly { readonly member: Member; readonly event: LateEvents }[],
  ): Promise<void> {
    for (const { member, event } of events) {
      if (!(await this.keep(member, () => event.complete()))) return;
    }
  }

  private async keep(member: Member, work: () => Promise<unknown>): Promise<boolean> {
    const done = (async () => work())();
    try {
      await done;
      return true;
    } catch {
      this.failed = true;
      member.pending.push(done);
      return false;
    } finally {
      member.pending.unshift(...this.transaction.takeSent());
    }
  }

  private async assertDone(): Promise<void> {
    const reasons = new Map<QueuedTransaction, unknown>();
    for (const { asked, pending } of this.members) {
      const outcomes = await Promise.allSettled(pending.splice(0));
      const failures = outcomes.flatMap((each) =>
        each.status === 'rejected' ? [each.reason as unknown] : [],
      );
      const cause = failures.find((reason) => !isFollowUp(reason));
      if (cause !== undefined) reasons.set(asked, cause);
      else if (failures.length > 0) reasons.set(asked, failures[0]);
    }
    if (reasons.size > 0) throw new MembersFailed(withoutFollowUps(reasons));
  }
}

/** After a failed statement PostgreSQL refuses all later ones; those follow-ups are left out. */
function withoutFollowUps(
  reasons: ReadonlyMap<QueuedTransaction, unknown>,
): ReadonlyMap<QueuedTransaction, unknown> {
  const causes = [...reasons].filter(([, reason]) => !isFollowUp(reason));
  return causes.length === 0 ? reasons : new Map(causes);
}
