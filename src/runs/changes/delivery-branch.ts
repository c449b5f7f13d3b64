import { rm } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';
import type { Repository } from '../../tools/git/find-repository.js';
import { type AskedBy, type Coauthor, oneMessage, turnMessages } from './commit-messages.js';
import { deliveredWrites } from './delivered-writes.js';
import { DeliveryRepository } from './delivery-repository.js';
import type { ContinuedRun, EndedRun } from './ended-runs.js';
import { pushBranch, type PushTarget } from './push-branch.js';
import type { ShadowRepository } from './shadow-repository.js';

/** The content and place of a branch. */
export interface DeliveryOrder {
  readonly changes: EndedRun;
  readonly branch: string;
  /** Message of a single commit; null: one commit per turn, with messages of the office. */
  readonly message: string | null;
  /** Absent: the run's own brief. */
  readonly askedBy?: AskedBy;
  readonly repository: Repository;
  readonly shadow: ShadowRepository;
  readonly nameOf: (roleId: string) => string;
  readonly inherited: Readonly<Record<string, string>>;
  /** The branch is only pushed, not made in the user's repository, whatever branches are there. */
  readonly isPushed?: boolean;
  /** No name is chosen yet, so the name may be that of an existing branch. */
  readonly isNameless?: boolean;
}

/** Other runs that a branch holds. */
interface OtherRuns {
  /** The continued runs that are part of it, the latest first. */
  readonly continued: readonly ContinuedRun[];
  /** Ids of the runs whose turns have changes in it. */
  readonly earlier: readonly string[];
}

/** Commits that are in no user repository yet. */
export class PreparedBranch implements AsyncDisposable {
  private constructor(
    readonly order: DeliveryOrder,
    private readonly made: DeliveryRepository,
    readonly base: string,
    readonly tip: string,
    /** One line per commit, in order. */
    readonly subjects: readonly string[],
    /** The branch exists already with these commits. */
    readonly published: boolean,
    readonly others: OtherRuns,
  ) {}

  /**
   * Makes one commit per turn with changes, or one with the given message, on top of the user's
   * commit. Deterministic: the same order gives the same commits.
   * @throws RefusedError naming files that differed from the commit
   * @throws SnapshotError if states are no longer kept
   */
  static async prepare(order: DeliveryOrder): Promise<PreparedBranch> {
    const made = await DeliveryRepository.open(order.shadow, order.repository, order.inherited);
    try {
      await checkBranch(made, order);
      const base = await headOf(made, order);
      const { tip, subjects, others } = await commitTurns(made, order, base);
      if (subjects.length === 0) {
        throw new RefusedError(deliveryTexts.nothingToDeliver(runIdOf(order)));
      }
      const isJudged = order.isPushed !== true && order.isNameless !== true;
      const published = isJudged && (await isThere(made, order, tip));
      return new PreparedBranch(order, made, base, tip, subjects, published, others);
    } catch (thrown) {
      await made[Symbol.asyncDispose]();
      throw thrown;
    }
  }

  /**
   * Writes the commits and the branch to the user's repository. Runs no hooks; index and working
   * tree stay unchanged.
   * @throws RefusedError if the branch exists with other commits
   */
  async publish(): Promise<void> {
    const { made, order, tip, base } = this;
    const ref = `refs/office/${tip}`;
    const bundle = path.join(order.shadow.place.gitDirectory, `${crypto.randomUUID()}.bundle`);
    try {
      await made.own(['update-ref', ref, tip]);
      await made.own(['bundle', 'create', '--quiet', bundle, ref, `^${base}`]);
      await inUsers(made, order, 'bundle', 'unbundle', bundle);
      if (await isThere(made, order, tip)) return;
      const nobody = '0'.repeat(tip.length);
      await inUsers(made, order, 'update-ref', `refs/heads/${order.branch}`, tip, nobody);
    } catch (thrown) {
      if (thrown instanceof RefusedError) throw thrown;
      throw new RefusedError(deliveryTexts.notDelivered(runIdOf(order), String(thrown)));
    } finally {
      await rm(bundle, { force: true });
    }
  }

  /** The name, with the first number appended that makes it free if it is taken. */
  async freeName(name: string): Promise<string> {
    const { made } = this;
    let free = name;
    for (let number = 2; (await tipOf(made, free)) !== null; number += 1)
      free = `${name}-${number}`;
    return free;
  }

  /** True if the user's commit that they are made on is part of the commit's history. */
  async isOnTopOf(commit: string): Promise<boolean> {
    const { made, base } = this;
    return (await made.ask('merge-base', '--is-ancestor', base, commit)) !== null;
  }

  /** Pushes the commits. @throws PushRefusedError, SnapshotError */
  push(to: PushTarget): Promise<void> {
    const { made, order, tip } = this;
    return pushBranch(made, { branch: order.branch, tip }, to);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.made[Symbol.asyncDispose]();
  }
}

async function commitTurns(
  made: DeliveryRepository,
  order: DeliveryOrder,
  base: string,
): Promise<Pick<PreparedBranch, 'tip' | 'subjects' | 'others'>> {
  await made.begin(base);
  const change = await deliveredWrites(order.shadow, made, order.changes, base);
  const { turns, files, continued } = change;
  const commits: DeliveredCommit[] = [];
  let tree = (await made.own(['rev-parse', `${base}^{tree}`])).trim();
  for (const [at, each] of turns.entries()) {
    const last = at === turns.length - 1 ? files : undefined;
    const untaken = await made.add(each.diff.after, each.after, last);
    if (untaken.length > 0) {
      throw new RefusedError(deliveryTexts.badNames(runIdOf(order), untaken));
    }
    const next = await made.tree();
    if (next === tree) continue;
    tree = next;
    commits.push({ tree, turn: each.writes.turn });
  }
  const runIds = new Set(commits.map(({ turn }) => turn.runId));
  const earlier = [...runIds].filter((id) => id !== runIdOf(order));
  const told = await commitAll(made, order, { base, commits, continued });
  return { ...told, others: { continued, earlier } };
}

interface DeliveredCommit {
  readonly tree: string;
  readonly turn: TurnRecord;
}

async function commitAll(
  made: DeliveryRepository,
  order: DeliveryOrder,
  {
    base,
    commits,
    continued,
  }: {
    readonly base: string;
    readonly commits: readonly DeliveredCommit[];
    readonly continued: readonly ContinuedRun[];
  },
): Promise<{ readonly tip: string; readonly subjects: readonly string[] }> {
  const { nameOf, message, askedBy } = order;
  const { run } = order.changes;
  const turns = commits.map(({ turn }) => turn);
  const [wanted, messages] =
    message === null
      ? [commits, turnMessages(run, turns, runsOf(continued), askedBy)]
      : [commits.slice(-1), [oneMessage(run, message, coauthors(turns, nameOf))]];
  const subjects: string[] = [];
  let tip = base;
  for (const [at, { tree, turn }] of wanted.entries()) {
    const text = messages[at] ?? '';
    const args = ['commit-tree', tree, '-p', tip, '-m', text];
    tip = (await made.own(args, authorOf(turn, order))).trim();
    subjects.push(`${nameOf(turn.roleId)}: ${text.split('\n', 1)[0] ?? ''}`);
  }
  return { tip, subjects };
}

export function runsOf(continued: readonly ContinuedRun[]): readonly Run[] {
  return continued.map(({ run }) => run);
}

/** The authors of the turns except the last one, who is the commit's author. */
function coauthors(
  turns: readonly TurnRecord[],
  nameOf: (roleId: string) => string,
): readonly Coauthor[] {
  const author = turns.at(-1)?.roleId;
  const others = new Set(turns.map(({ roleId }) => roleId));
  return [...others]
    .filter((roleId) => roleId !== author)
    .map((roleId) => ({ name: nameOf(roleId), email: emailOf(roleId) }));
}

async function checkBranch(made: DeliveryRepository, order: DeliveryOrder): Promise<void> {
  const { branch } = order;
  const refused = new RefusedError(deliveryTexts.badBranch(runIdOf(order), branch));
  if (branch === '' || branch.startsWith('-') || branch === 'HEAD') throw refused;
  await made.own(['check-ref-format', `refs/heads/${branch}`]).catch(() => {
    throw refused;
  });
}

/** True if the branch exists with these commits. @throws RefusedError if it has others */
async function isThere(
  made: DeliveryRepository,
  order: DeliveryOrder,
  tip: string,
): Promise<boolean> {
  const found = await tipOf(made, order.branch);
  if (found === null) return false;
  if (found === tip) return true;
  throw new RefusedError(deliveryTexts.branchTaken(runIdOf(order), order.branch));
}

/** The commit of a branch; null: there is none of that name. */
function tipOf(made: DeliveryRepository, branch: string): Promise<string | null> {
  return made.ask('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
}

async function headOf(made: DeliveryRepository, order: DeliveryOrder): Promise<string> {
  const head = await made.ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  if (head === null) throw new RefusedError(deliveryTexts.noRepository(runIdOf(order)));
  return head;
}

async function inUsers(
  made: DeliveryRepository,
  order: DeliveryOrder,
  ...args: string[]
): Promise<string> {
  const said = await made.ask(...args);
  if (said !== null) return said;
  throw new RefusedError(deliveryTexts.notDelivered(runIdOf(order), `git ${args[0] ?? ''} failed`));
}

function authorOf(
  { roleId, endedAt, startedAt }: TurnRecord,
  { nameOf }: DeliveryOrder,
): Record<string, string> {
  const name = nameOf(roleId);
  const email = emailOf(roleId);
  const date = `@${Math.floor((endedAt ?? startedAt) / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}

function emailOf(roleId: string): string {
  return `${roleId.replace(/[^\w.-]/g, '-')}@office.invalid`;
}

function runIdOf({ changes }: DeliveryOrder): string {
  return changes.run.id;
}
