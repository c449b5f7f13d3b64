import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import fc from 'fast-check';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { fuzzCases } from '#test/support/held-loop.js';
import { sampleRun } from '#test/support/sample-records.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { appliedPatch } from '#test/support/workspaces/applied-patch.js';
import {
  carryOut,
  contentsOf,
  type Deed,
  deeds,
  layOut,
} from '#test/support/workspaces/random-workspace.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import { PreparedBranch } from './delivery-branch.js';
import { netChange } from './run-diff.service.js';
import { LossError, revertWrites } from './revert.js';
import { ShadowRepository } from './shadow-repository.js';
import { treeDiff } from './tree-diff.js';
import { unrecordedAt } from './state-changes.js';
import { treeOf } from './state-facts.js';
import { directoriesOf } from './tree.js';

const cases = fuzzCases(0.004);
jest.setTimeout(120_000 + cases * 10_000);

const at = temporaryDirectory();
let round = 0;

/** A workspace with a repository in which everything is committed except ignored files. */
class Workspace {
  readonly root = at(`w${(round += 1)}`);
  readonly shadow = new ShadowRepository(
    { gitDirectory: at(`shadow${round}`), workspace: this.root },
    fakeEnvironments().inherited,
  );

  async open(): Promise<this> {
    await cp(at('template'), this.root, { recursive: true, preserveTimestamps: true });
    return this;
  }

  /** Made once; every case starts from a copy. */
  async layOut(): Promise<void> {
    await mkdir(this.root);
    layOut(this.root);
    this.git('init', '-q', '-b', 'main');
    this.git('add', '-A');
    this.git('add', '-f', 'kept.log');
    this.git('commit', '-qm', 'first');
    await rename(this.root, at('template'));
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'core.quotePath=false'];
    return execFileSync('git', [...who, ...args], { cwd: this.root, encoding: 'utf8' });
  }

  /**
   * The employees' work, one call per turn.
   * @param others a person's changes after the first turn
   */
  async work(
    turns: readonly (readonly Deed[])[],
    others: readonly Deed[] = [],
  ): Promise<readonly TurnRecord[]> {
    const records: TurnRecord[] = [];
    for (const [index, turn] of turns.entries()) {
      const before = await this.shadow.snapshot();
      const time = index * 10;
      for (const deed of turn) carryOut(this.root, deed);
      const after = await this.shadow.snapshot(true);
      const { paths, ...beside } = await this.shadow.changes(before, after);
      records.push({
        id: `turn_${index}`,
        runId: 'run_1',
        roleId: 'dev',
        text: '',
        purpose: `part ${index}`,
        startedAt: time,
        endedAt: time + 5,
        wroteFiles: paths,
        diff: {
          before,
          after,
          beforeAt: time,
          afterAt: time + 5,
          files: [],
          truncated: false,
          ...beside,
        },
      } as unknown as TurnRecord);
      if (index === 0) for (const deed of others) carryOut(this.root, deed);
    }
    return records;
  }

  /** What git would commit now, by path. */
  async committed(): Promise<Record<string, string>> {
    const copy = at(`copy${round}`);
    await rm(copy, { recursive: true, force: true });
    await cp(`${this.root}/.git`, copy, { recursive: true });
    const variables = [`--git-dir=${copy}`, `--work-tree=${this.root}`];
    // The copied index does not know which of its entries are too recent to trust.
    this.git(...variables, 'read-tree', 'HEAD');
    this.git(...variables, 'add', '-A');
    return this.listed(this.git(...variables, 'ls-files', '-s', '-z'));
  }

  listed(text: string): Record<string, string> {
    const lines = text.split('\0').filter((line) => line !== '');
    return Object.fromEntries(
      lines.map((line) => {
        const [facts = '', name = ''] = line.split(/\t([^]*)/);
        return [name, facts.replace(/ (blob|0)\b/g, '').replace(/ 0$/, '')];
      }),
    );
  }

  async close(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
    await rm(this.shadow.place.gitDirectory, { recursive: true, force: true });
  }
}

const turnsOf = fc.array(fc.array(deeds, { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 3,
});

async function inWorkspace(work: (workspace: Workspace) => Promise<void>): Promise<void> {
  const workspace = await new Workspace().open();
  try {
    await work(workspace);
  } finally {
    await workspace.close();
  }
}

/** All except some paths. */
function without(contents: Record<string, string>, aside: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(contents).filter(([name]) => !aside.has(name)));
}

/** Paths that existed in some state of the run without being held; folders end with `/`. */
async function unrecordedIn(
  { shadow }: Workspace,
  records: readonly TurnRecord[],
): Promise<readonly string[]> {
  const states = records.flatMap(({ diff }) =>
    diff === undefined ? [] : [diff.before, diff.after],
  );
  const facts = await Promise.all(states.map((state) => shadow.facts(state)));
  return facts.flatMap(({ unrecorded }) => [...unrecorded.keys()]);
}

/** The turns' patch turns the state before them into the state after them. */
async function expectPatch({ shadow, root }: Workspace, records: readonly TurnRecord[]) {
  if (records.every(({ wroteFiles }) => wroteFiles.length === 0)) return [];
  const { before, after } = await netChange(shadow, records);
  const { files, patch } = await treeDiff(shadow, before, after);
  const change = { tree: before, patch: await readFile(patch?.file ?? '') };
  const made = await appliedPatch(shadow.place.gitDirectory, `${root}.applied`, change);
  expect(made).toBe(after);
  return files;
}

/** The change lists every file that both states hold and that differs. */
async function expectComplete(
  { shadow }: Workspace,
  start: string,
  files: readonly { readonly path: string }[],
): Promise<void> {
  const end = await shadow.snapshot();
  const facts = await Promise.all([shadow.facts(start), shadow.facts(end)]);
  const isHeld = (name: string): boolean =>
    facts.every((each) => unrecordedAt(each, name) === null);
  const args = ['diff-tree', '-r', '-z', '--name-only', treeOf(start), treeOf(end)];
  const changed = (await shadow.run({ args })).split('\0').filter((name) => name !== '');
  expect(files.map(({ path }) => path).filter(isHeld)).toEqual(changed.filter(isHeld));
}

/** The branch equals what git would commit, except for paths ignored before. */
async function expectDelivered(
  workspace: Workspace,
  records: readonly TurnRecord[],
  ignored: ReadonlySet<string>,
): Promise<void> {
  const { shadow, root } = workspace;
  const expected = await workspace.committed();
  const order = {
    changes: {
      run: sampleRun({ id: 'run_1' }),
      autoApproved: true,
      turns: records,
      earlier: [],
      continued: [],
    },
    branch: 'office/x',
    message: null,
    repository: { gitDirectory: `${root}/.git`, workTree: root },
    shadow,
    nameOf: (id: string) => id,
    inherited: fakeEnvironments().inherited(),
  };
  const delivered = await PreparedBranch.prepare(order).then(
    async (prepared) => {
      await prepared.publish();
      await prepared[Symbol.asyncDispose]();
      return 'office/x';
    },
    (thrown: Error) => {
      expect(thrown.message).toContain('changed no file');
      return 'main';
    },
  );
  const found = workspace.listed(workspace.git('ls-tree', '-r', '-z', delivered));
  expect(without(found, ignored)).toEqual(without(expected, ignored));
  workspace.git('fsck', '--strict');
}

/** Everything is as before except unrecorded entries; or nothing changed, with a reason. */
async function expectTakenBack(
  workspace: Workspace,
  records: readonly TurnRecord[],
  before: Record<string, string>,
  unrecorded: ReadonlySet<string>,
): Promise<void> {
  const { shadow, root } = workspace;
  const between = contentsOf(root);
  const taken = await revertWrites(shadow, {
    turns: records,
    earlier: [],
    confirm: async () => {},
  }).catch((thrown: unknown) => {
    if (thrown instanceof LossError) return thrown;
    throw thrown;
  });
  const after = contentsOf(root);
  if (taken instanceof LossError) {
    expect(after).toEqual(between);
    // Only changes to unrecorded entries are refused.
    const changed = (await unrecordedIn(workspace, records)).filter(
      (name) => name.endsWith('/') || before[name] !== between[name],
    );
    expect(changed).not.toEqual([]);
    return;
  }
  const left = new Set(taken.left);
  const aside = new Set([...unrecorded, ...left]);
  // A directory stays if it contains something that stays.
  for (const name of left) for (const each of directoriesOf(name)) aside.add(each);
  expect(without(after, aside)).toEqual(without(before, aside));
  for (const name of unrecorded) {
    if (!left.has(name)) expect(after[name]).toEqual(before[name]);
    else expect(after[name]).toEqual(between[name]);
  }
}

/** A recorded file becomes too large to record while it becomes ignored. */
const outgrownAndIgnored: Deed[][] = [
  [{ kind: 'write', at: 'd/e/b', text: '' }],
  [
    { kind: 'grow', at: 'd/e/b' },
    { kind: 'ignore', lines: ['d/'] },
  ],
];

/** An ignored file is linked, which touches it, and then seen. */
const linkedAndSeen: Deed[][] = [
  [
    { kind: 'hardlink', at: 'out/a', to: '*.txt' },
    { kind: 'ignore', lines: [] },
    { kind: 'write', at: 'a', text: '' },
  ],
  [{ kind: 'remove', at: 'd' }],
];

describe('a run of any deeds', () => {
  beforeAll(() => new Workspace().layOut());

  it('is shown whole, delivered as git would commit it, and taken back exactly or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(turnsOf, (turns) =>
        inWorkspace(async (workspace) => {
          const start = await workspace.shadow.snapshot();
          const before = contentsOf(workspace.root);
          const unrecorded = new Set((await workspace.shadow.facts(start)).unrecorded.keys());
          const records = await workspace.work(turns);
          await expectComplete(workspace, start, await expectPatch(workspace, records));
          await expectDelivered(workspace, records, unrecorded);
          await expectTakenBack(workspace, records, before, unrecorded);
        }),
      ),
      { numRuns: cases, examples: [[outgrownAndIgnored], [linkedAndSeen]] },
    );
  });

  it('is a patch that makes the state before it into the state after it, whatever others did', async () => {
    const others = fc.array(deeds, { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(turnsOf, others, (turns, those) =>
        inWorkspace(async (workspace) => {
          await workspace.shadow.snapshot();
          await expectPatch(workspace, await workspace.work(turns, those));
        }),
      ),
      // All of them in the long form.
      { numRuns: cases < 1000 ? Math.ceil(cases / 3) : cases },
    );
  });
});
