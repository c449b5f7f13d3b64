import type { DatabaseTransaction } from './database-transactions.js';
import { isFollowUp } from './store-failure.js';
import { inWork, type Work } from '../telemetry/work-context.js';
import { type LateEvents, Tx } from './tx.js';

/** What somebody does in a transaction. */
export type TransactionWork<T> = (tx: Tx) => Promise<T>;

/** A transaction that somebody waits for. */
export interface AskedTransaction {
  readonly work: TransactionWork<unknown>;
  readonly mayShare: boolean;
  /** How often it may be done again by itself, since it and another waited for each other. */
  readonly retries: number;
  /** What it was asked for as part of. */
  readonly of: Work | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Thrown when members of a group failed, by which nothing of the whole group is stored. */
export class MembersFailed extends Error {
  constructor(readonly reasons: ReadonlyMap<AskedTransaction, unknown>) {
    super('the work of a transaction failed');
  }
}

/** One of a group, as the commit needs it. */
export type CommittedMember = Pick<Member, 'asked' | 'tx' | 'result'>;

/** One of a group, with what it has done so far. */
class Member {
  result: unknown;
  /** What it waits for: statements whose answers nobody awaited, and what it threw. */
  readonly pending: Promise<unknown>[] = [];

  constructor(
    readonly asked: AskedTransaction,
    readonly tx: Tx,
  ) {}
}

/** Transactions that are made together in one transaction of the database. */
export class TransactionGroup {
  readonly members: Member[] = [];
  private failed = false;

  constructor(private readonly transaction: DatabaseTransaction) {}

  /** Does the work of one more. False: it threw, and the rest would be in vain. */
  async add(asked: AskedTransaction): Promise<boolean> {
    const member = new Member(asked, new Tx(this.transaction.manager));
    this.members.push(member);
    return this.keep(member, async () => {
      member.result = await inWork(asked.of, () => asked.work(member.tx));
    });
  }

  /** Completes events, and waits until everything has been answered. @throws MembersFailed */
  async complete(): Promise<void> {
    if (!this.failed) await this.completeEvents();
    await this.assertDone();
  }

  /** In the order of the rows' names, so that no two groups wait for each other. */
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
    const reasons = new Map<AskedTransaction, unknown>();
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

/** Where one statement fails, PostgreSQL refuses all that come after it. */
function withoutFollowUps(
  reasons: ReadonlyMap<AskedTransaction, unknown>,
): ReadonlyMap<AskedTransaction, unknown> {
  const causes = [...reasons].filter(([, reason]) => !isFollowUp(reason));
  return causes.length === 0 ? reasons : new Map(causes);
}
