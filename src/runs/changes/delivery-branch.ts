import { rm } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { clip } from '../../platform/text/clip.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import { guardedGit } from '../../tools/git/guarded-git.js';
import type { Repository } from '../../tools/git/find-repository.js';
import { deliveredWrites } from './delivered-writes.js';
import type { EndedRun } from './ended-runs.js';
import type { ShadowRepository, TreeEntries } from './shadow-repository.js';

const subjectCharacters = 72;
const nobody = '0'.repeat(40);

/** What becomes a branch, and where. */
export interface DeliveryOrder {
  readonly changes: EndedRun;
  readonly branch: string;
  readonly repository: Repository;
  readonly shadow: ShadowRepository;
  readonly nameOf: (roleId: string) => string;
  readonly inherited: Readonly<Record<string, string>>;
}

/** Commits that are made but stand in no repository of the user yet. */
export interface PreparedBranch {
  readonly base: string;
  readonly tip: string;
  /** One line each, in order. */
  readonly subjects: readonly string[];
  /** The branch is there already, with these commits. */
  readonly published: boolean;
}

/**
 * Makes one commit for each turn that changed files, on top of what the user has committed, in the
 * shadow repository; the user's own only lends its objects. The same order gives the same commits.
 * @throws RefusedError naming the files that were not as committed
 * @throws SnapshotError when states are not kept any more
 */
export async function prepareBranch(order: DeliveryOrder): Promise<PreparedBranch> {
  const { branch, shadow, repository } = order;
  await checkBranch(order);
  const base = await headOf(order);
  const alternates = await objectsOf(order);
  const prefix = path
    .relative(repository.workTree, shadow.place.workspace)
    .split(path.sep)
    .join('/');
  const inRepository = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);
  const committedAt = async (names: readonly string[]): Promise<TreeEntries> => {
    const found = await shadow.entries(base, names.map(inRepository), alternates);
    return new Map(names.map((name) => [name, found.get(inRepository(name)) ?? null]));
  };
  const subjects: string[] = [];
  let tip = base;
  let tree = await treeOf(order, base, alternates);
  for (const { turn, after } of await deliveredWrites(shadow, order.changes, committedAt)) {
    const entries = new Map([...after].map(([name, entry]) => [inRepository(name), entry]));
    const next = await shadow.treeWith(tree, entries, alternates);
    if (next === tree) continue;
    tree = next;
    const subject = clip(turn.purpose.replace(/\s+/g, ' '), subjectCharacters, '…');
    const message = `${subject}\n\nRun: ${turn.runId}\nTurn: ${turn.id}\n`;
    const args = ['commit-tree', tree, '-p', tip, '-m', message];
    tip = (await shadow.run({ args, alternates, variables: authorOf(turn, order) })).trim();
    subjects.push(`${order.nameOf(turn.roleId)}: ${subject}`);
  }
  if (subjects.length === 0) throw new RefusedError(deliveryTexts.nothingToDeliver(runIdOf(order)));
  return { base, tip, subjects, published: await isThere(order, branch, tip) };
}

/**
 * Puts the commits and the branch into the user's repository. No hook runs; index and working tree
 * stay as they are.
 * @throws RefusedError when the branch exists by now, unless it is this very one
 */
export async function publishBranch(order: DeliveryOrder, prepared: PreparedBranch): Promise<void> {
  const { branch, shadow } = order;
  const alternates = await objectsOf(order);
  const ref = `refs/office/${prepared.tip}`;
  const bundle = path.join(shadow.place.gitDirectory, `${crypto.randomUUID()}.bundle`);
  try {
    await shadow.run({ args: ['update-ref', ref, prepared.tip], alternates });
    await shadow.run({
      args: ['bundle', 'create', '--quiet', bundle, ref, `^${prepared.base}`],
      alternates,
    });
    await inUsers(order, 'bundle', 'unbundle', bundle);
    if (await isThere(order, branch, prepared.tip)) return;
    await inUsers(order, 'update-ref', `refs/heads/${branch}`, prepared.tip, nobody);
  } catch (thrown) {
    if (thrown instanceof RefusedError) throw thrown;
    throw new RefusedError(deliveryTexts.notDelivered(runIdOf(order), String(thrown)));
  } finally {
    await rm(bundle, { force: true });
  }
}

async function treeOf(
  { shadow }: DeliveryOrder,
  commit: string,
  alternates: string,
): Promise<string> {
  return (await shadow.run({ args: ['rev-parse', `${commit}^{tree}`], alternates })).trim();
}

async function checkBranch(order: DeliveryOrder): Promise<void> {
  const { branch, shadow } = order;
  const refused = new RefusedError(deliveryTexts.badBranch(runIdOf(order), branch));
  if (branch === '' || branch.startsWith('-') || branch === 'HEAD') throw refused;
  await shadow.run({ args: ['check-ref-format', `refs/heads/${branch}`] }).catch(() => {
    throw refused;
  });
}

/** Whether the branch is there already with these commits. @throws RefusedError with others */
async function isThere(order: DeliveryOrder, branch: string, tip: string): Promise<boolean> {
  const found = await ask(order, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
  if (found === null) return false;
  if (found === tip) return true;
  throw new RefusedError(deliveryTexts.branchTaken(runIdOf(order), branch));
}

async function headOf(order: DeliveryOrder): Promise<string> {
  const head = await ask(order, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  if (head === null) throw new RefusedError(deliveryTexts.noRepository(runIdOf(order)));
  return head;
}

async function objectsOf(order: DeliveryOrder): Promise<string> {
  const objects = await inUsers(order, 'rev-parse', '--git-path', 'objects');
  return path.resolve(order.shadow.place.workspace, objects);
}

/** Null: git refused. */
async function ask(order: DeliveryOrder, ...args: string[]): Promise<string | null> {
  const { repository, shadow, inherited } = order;
  const { code, stdout } = await guardedGit({
    args,
    writes: false,
    root: shadow.place.workspace,
    ...repository,
    inherited,
    signal: new AbortController().signal,
  });
  return code === 0 ? stdout.trim() : null;
}

async function inUsers(order: DeliveryOrder, ...args: string[]): Promise<string> {
  const said = await ask(order, ...args);
  if (said !== null) return said;
  throw new RefusedError(deliveryTexts.notDelivered(runIdOf(order), `git ${args[0] ?? ''} failed`));
}

function authorOf(
  { roleId, endedAt, startedAt }: TurnRecord,
  { nameOf }: DeliveryOrder,
): Record<string, string> {
  const name = nameOf(roleId);
  const email = `${roleId.replace(/[^\w.-]/g, '-')}@office.invalid`;
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

function runIdOf({ changes }: DeliveryOrder): string {
  return changes.run.id;
}
