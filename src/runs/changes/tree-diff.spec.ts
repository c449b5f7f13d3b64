import { beforeEach, describe, expect, it } from '@jest/globals';
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
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { sampleTurn } from '#test/support/sample-records.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { appliedPatch } from '#test/support/workspaces/applied-patch.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import { netChange } from './run-diff.service.js';
import { bytesOf, sectionEdges } from './patch-file.js';
import { ShadowRepository } from './shadow-repository.js';
import { treeOf } from './state-facts.js';
import { type TreeDiff, treeDiff } from './tree-diff.js';

const at = temporaryDirectory();
let round = 0;
let workspace: string;
let shadow: ShadowRepository;

beforeEach(async () => {
  round += 1;
  workspace = at(`w${round}`);
  await mkdir(workspace);
  const place = { gitDirectory: at(`shadow${round}`), workspace };
  shadow = new ShadowRepository(place, fakeEnvironments().inherited);
});

const put = async (name: string, text: string | Buffer): Promise<void> => {
  await mkdir(path.dirname(`${workspace}/${name}`), { recursive: true });
  await writeFile(`${workspace}/${name}`, text);
};

/** A turn that changes files, recorded as by the engine. */
async function turn(id: number, work: () => Promise<void>): Promise<TurnRecord> {
  const before = await shadow.snapshot();
  await work();
  const after = await shadow.snapshot();
  const { paths: wroteFiles } = await shadow.changes(before, after);
  const times = { beforeAt: 10 * id, afterAt: 10 * id + 5 };
  const diff = { before, after, ...times, files: [], truncated: false };
  return sampleTurn({ id: `turn_${id}`, wroteFiles, diff });
}

const applied = (tree: string, patch: Buffer): Promise<string> =>
  appliedPatch(shadow.place.gitDirectory, at(`applied${round}`), { tree, patch });

async function patchOf({ patch }: TreeDiff): Promise<Buffer> {
  return readFile(patch?.file ?? '');
}

describe('the change of a run', () => {
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
