import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  open as openFile,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { fakeEnvironments } from '../../../test/support/fake-environments.js';
import { sampleTurn } from '../../../test/support/sample-records.js';
import { temporaryDirectory } from '../../../test/support/temporary-directory.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import { netChange } from './net-change.js';
import { bytesOf, sectionEdges } from './patch-file.js';
import { ShadowRepository } from './shadow-repository.js';
import { treeOf } from './state-facts.js';
import { type TreeDiff, treeDiff } from './tree-diff.js';

/** Random changes; `PROPERTY_RUNS=1000` is the long form. */
const runs = Number(process.env.PROPERTY_RUNS ?? 30);
const at = temporaryDirectory();
let round = 0;
let workspace: string;
let shadow: ShadowRepository;

beforeEach(() => begin());

async function begin(): Promise<void> {
  round += 1;
  workspace = at(`w${round}`);
  await mkdir(workspace);
  const place = { gitDirectory: at(`shadow${round}`), workspace };
  shadow = new ShadowRepository(place, fakeEnvironments().inherited);
}

const put = async (name: string, text: string | Buffer): Promise<void> => {
  await mkdir(path.dirname(`${workspace}/${name}`), { recursive: true });
  await writeFile(`${workspace}/${name}`, text);
};

/** A turn that does something to files, as the engine records it. */
async function turn(id: number, work: () => Promise<void>): Promise<TurnRecord> {
  const before = await shadow.snapshot();
  await work();
  const after = await shadow.snapshot();
  const { paths: wroteFiles } = await shadow.changes(before, after);
  const times = { beforeAt: 10 * id, afterAt: 10 * id + 5 };
  const diff = { before, after, ...times, files: [], truncated: false };
  return sampleTurn({ id: `turn_${id}`, wroteFiles, diff });
}

/** The tree of what a patch makes of a tree, in a directory of its own. */
async function applied(tree: string, patch: Buffer): Promise<string> {
  const made = at(`applied${round}`);
  await rm(made, { recursive: true, force: true });
  await mkdir(made);
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      [`--git-dir=${shadow.place.gitDirectory}`, `--work-tree=${made}`, ...args],
      {
        cwd: made,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { PATH: process.env.PATH, GIT_INDEX_FILE: at(`index${round}`) },
      },
    ).trim();
  git('read-tree', tree);
  git('checkout-index', '-a', '-f');
  const ceiling = { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: at() };
  if (patch.length > 0)
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
      cwd: made,
      input: patch,
      env: ceiling,
    });
  git('add', '-A', '-f', '.');
  return git('write-tree');
}

async function patchOf({ patch }: TreeDiff): Promise<Buffer> {
  return readFile(patch?.file ?? '');
}

const directories = ['', 'a/', 'b/', 'a/b/', 'ü ö/', 'line\nfeed/'];
const leaves = [
  'a',
  'b',
  'x.txt',
  'sp ace',
  'quo"te',
  'tab\tname',
  'new\nline',
  'é\u200e',
  '-rf',
  'b\\s',
  'diff --git a',
];
const name = fc
  .tuple(fc.constantFrom(...directories), fc.constantFrom(...leaves))
  .map(([directory, leaf]) => directory + leaf);
const line = fc.constantFrom(
  'one',
  'two',
  'three',
  '',
  '\t',
  'diff --git a/x b/x',
  '-- ',
  '+++ b/y',
  '@@ -1 +1 @@',
  '\\ No newline at end of file',
  'a\rb',
  'u\u2028v',
  'GIT binary patch',
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
  .map(([lines, end, isEnded]) => Buffer.from(lines.join(end) + (isEnded ? end : '')));
const content = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: text.map((each) => Buffer.from(each.toString(), 'utf16le')) },
);
const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write'), name, content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('append'), name, content }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove'), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move'), name, to: name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('link'), name, to: name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mode'), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ignore'), name }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** What cannot be done, as below a file, is left out. */
async function carryOut(each: Operation & { readonly to?: string; readonly content?: Buffer }) {
  const file = `${workspace}/${each.name}`;
  const made = path.dirname(file);
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    write: async () => {
      await rm(file, { recursive: true, force: true });
      await writeFile(file, each.content ?? '');
    },
    append: () => writeFile(file, each.content ?? '', { flag: 'a' }),
    remove: () => rm(file, { recursive: true, force: true }),
    move: async () =>
      execFileSync('mv', ['-f', '--', file, `${workspace}/${each.to}`], { stdio: 'ignore' }),
    link: async () => {
      await rm(file, { recursive: true, force: true });
      await symlink(each.to ?? '', file);
    },
    mode: () => chmod(file, 0o755),
    ignore: () => writeFile(`${workspace}/.gitignore`, `${path.basename(each.name)}\n`),
  };
  await mkdir(made, { recursive: true }).catch(() => undefined);
  await work[each.kind]?.().catch(() => undefined);
}

describe('the change of a run', () => {
  it('is a patch that makes the state before it into the state after it', async () => {
    const turns = fc.array(fc.array(operation, { maxLength: 6 }), { minLength: 1, maxLength: 4 });
    const others = fc.array(operation, { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 12 }),
        turns,
        others,
        async (first, each, meddle) => {
          await begin();
          for (const one of first) await carryOut(one);
          const start = await shadow.snapshot();
          const records: TurnRecord[] = [];
          for (const [id, work] of each.entries()) {
            records.push(await turn(id + 1, async () => void (await inOrder(work))));
            if (id === 0) await inOrder(meddle);
          }
          const wrote = records.filter(({ wroteFiles }) => wroteFiles.length > 0);
          if (wrote.length === 0) return;
          const { before, after } = await netChange(shadow, wrote);
          const diff = await treeDiff(shadow, before, after);
          expect(await applied(before, await patchOf(diff))).toBe(after);
          if (meddle.length > 0) return;
          const end = await shadow.snapshot();
          expect([before, after]).toEqual([start, end].map(treeOf));
          expect(diff.files.map((file) => file.path).toSorted()).toEqual(
            (await shadow.changes(start, end)).paths.toSorted(),
          );
        },
      ),
      { numRuns: runs },
    );
  }, 1_000_000);

  const inOrder = async (work: readonly Operation[]): Promise<void> => {
    for (const one of work) await carryOut(one);
  };

  it('tells what became of each file, and how long its patch is', async () => {
    await put('changed.txt', 'one\r\ntwo');
    await put('gone.txt', 'x\n');
    await put('tool.sh', 'x\n');
    await put('becomes a link', 'x\n');
    await put('picture', Buffer.from([0, 1, 2]));
    const only = await turn(1, async () => {
      await put('changed.txt', 'one\r\n2');
      await rm(`${workspace}/gone.txt`);
      await chmod(`${workspace}/tool.sh`, 0o755);
      await rm(`${workspace}/becomes a link`);
      await symlink('tool.sh', `${workspace}/becomes a link`);
      await put('picture', Buffer.from([0, 1, 3]));
      await put('new\nname', '');
    });
    const { before, after } = await netChange(shadow, [only]);
    const diff = await treeDiff(shadow, before, after);
    expect(
      diff.files.map(({ path: each, kind, added, removed }) => [each, kind, added, removed]),
    ).toEqual([
      ['becomes a link', 'type', 1, 1],
      ['changed.txt', 'modified', 1, 1],
      ['gone.txt', 'deleted', 0, 1],
      ['new\nname', 'added', 0, 0],
      ['picture', 'modified', null, null],
      ['tool.sh', 'modified', 0, 0],
    ]);
    const patch = await patchOf(diff);
    let from = 0;
    for (const { path: each, patchBytes } of diff.files) {
      const part = patch.subarray(from, (from += patchBytes ?? 0)).toString();
      expect(part.startsWith('diff --git ')).toBe(true);
      expect(part.split('\n')[0]).toContain(JSON.stringify(each).slice(1, -1));
    }
    expect(from).toBe(patch.length);
  });

  it('is nothing where all is as it was in the end, and is made of what others did between', async () => {
    await put('a.txt', 'one\n');
    const there = await turn(1, () => put('a.txt', 'two\n'));
    const back = await turn(2, () => put('a.txt', 'one\n'));
    const none = await netChange(shadow, [there, back]);
    expect(none.before).toBe(none.after);
    expect(await treeDiff(shadow, none.before, none.after)).toMatchObject({
      files: [],
      patch: { bytes: 0 },
    });
    await put('a.txt', 'a person\n');
    const again = await turn(3, () => put('a.txt', 'a person\nthree\n'));
    const mixed = await netChange(shadow, [there, back, again]);
    expect(mixed.disputed).toEqual(['a.txt']);
    const patch = await patchOf(await treeDiff(shadow, mixed.before, mixed.after));
    expect(patch.toString()).toMatch(/-one\n\+a person\n\+three\n$/);
  });

  it('is there within seconds for 2,000 files', async () => {
    const files = Array.from({ length: 2000 }, (_none, index) => `d${index % 50}/f${index}.txt`);
    const lines = Array.from({ length: 200 }, (_none, index) => `line ${index}`).join('\n');
    for (const file of files) await put(file, `${file}\n${lines}\n`);
    const only = await turn(1, async () => {
      for (const file of files) await put(file, `changed ${file}\n${lines}\nmore\n`);
    });
    const began = performance.now();
    const { before, after } = await netChange(shadow, [only]);
    const diff = await treeDiff(shadow, before, after);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(diff.files).toHaveLength(2000);
    expect(await applied(before, await patchOf(diff))).toBe(after);
  });
});

describe('the file of a patch', () => {
  it('is found again, and is one of 32 that are kept', async () => {
    const states: string[] = [];
    for (let state = 0; state < 35; state += 1) {
      await put('a.txt', `${state}\n`);
      states.push(treeOf(await shadow.snapshot()));
    }
    const [first = '', second = '', ...others] = states;
    const { patch } = await treeDiff(shadow, first, second);
    const made = await openFile(patch?.file ?? '');
    const again = (await treeDiff(shadow, first, second)).patch?.file ?? '';
    expect((await stat(again)).ino).toBe((await made.stat()).ino);
    for (const other of others) await treeDiff(shadow, first, other);
    await expect(readFile(patch?.file ?? '')).rejects.toThrow('ENOENT');
    const read = await Array.fromAsync(bytesOf(made, [{ from: 0, to: patch?.bytes ?? 0 }]));
    expect(Buffer.concat(read).toString()).toContain('-0\n+1\n');
    await made.close();
  });

  it('has its sections found wherever they lie', async () => {
    const sections = fc.array(fc.nat(3_000_000), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sections, async (sizes) => {
        const parts = sizes.map((size) => `diff --git a/x b/x\n+${'x'.repeat(size)}\n`);
        const file = at('sections.patch');
        await writeFile(file, parts.join(''));
        let edge = 0;
        const edges = parts.map((part) => (edge += part.length));
        expect(await sectionEdges(file)).toEqual([0, ...edges]);
      }),
      { numRuns: 20 },
    );
  });

  it('has a section that begins around the end of what is read at once', async () => {
    const file = at('around.patch');
    for (let before = 1024 * 1024 - 14; before <= 1024 * 1024 + 2; before += 1) {
      const first = `diff --git ${'x'.repeat(before - 12)}\n`;
      await writeFile(file, `${first}diff --git a/y b/y\n`);
      expect(await sectionEdges(file)).toEqual([0, before, before + 19]);
    }
  });
});
