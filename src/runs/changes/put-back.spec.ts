import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { contentsOf } from '#test/support/workspaces/random-workspace.js';
import { InTheWayError, putBack } from './put-back.js';
import { ShadowRepository } from './shadow-repository.js';
import type { Entry, TreeEntries } from './tree.js';

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

const put = async (name: string, text: string): Promise<void> => {
  await mkdir(path.dirname(`${workspace}/${name}`), { recursive: true });
  await writeFile(`${workspace}/${name}`, text);
};
const sh = (script: string): void => void execFileSync('sh', ['-ec', script], { cwd: workspace });

/** Both states at all paths in which they differ. */
async function between(
  before: string,
  after: string,
): Promise<{ wanted: TreeEntries; now: TreeEntries }> {
  const { paths, directories } = await shadow.changes(before, after);
  const names = [...paths, ...directories];
  const all = async (state: string): Promise<TreeEntries> => {
    const found = await shadow.entries(state, names);
    return new Map(names.map((name): [string, Entry | null] => [name, found.get(name) ?? null]));
  };
  return { wanted: await all(before), now: await all(after) };
}

describe('putBack', () => {
  const setup = async (): Promise<string> => {
    for (const name of ['a', 'b/c', 'd/e/f', 'z/last']) await put(name, `${name}\n`);
    await symlink('a', `${workspace}/link`);
    await chmod(`${workspace}/a`, 0o640);
    sh('mkdir -m 750 empty');
    return shadow.snapshot();
  };

  it.each([
    ['contents and permissions', 'echo x > a; chmod 600 a; echo y > b/c'],
    ['kinds', 'rm -r d; echo file > d; rm a; mkdir a; echo x > a/x; rm link; echo l > link'],
    ['links', 'rm b/c; ln -s ../a b/c; ln -sf nowhere link'],
    ['directories', 'rm -r empty d; mkdir -p new/deep; chmod 700 b'],
    ['moves', 'mv d b/d; mv a z/a; mv z y'],
  ])('undoes %s', async (_name, script) => {
    const before = await setup();
    const first = contentsOf(workspace);
    sh(script);
    const order = await between(before, await shadow.snapshot());
    await putBack(shadow, { ...order, moves: [] });
    expect(contentsOf(workspace)).toEqual(first);
  });

  it.each([
    ['a file that changes meanwhile', 'echo changed > z/last', 'z/last'],
    ['a link in the way', 'mv z elsewhere; ln -s elsewhere z', 'z/last'],
    ['something else in its place', 'rm z/last; mkdir z/last', 'z/last'],
    ['its disappearance', 'rm z/last', 'z/last'],
  ])('puts everything back as it was before it at %s', async (_name, meanwhile, name) => {
    const before = await setup();
    sh('echo x > a; rm -r b; mkdir d/e/new; mv d/e/f d/g; echo x > z/last');
    const order = await between(before, await shadow.snapshot());
    sh(meanwhile);
    const then = contentsOf(workspace);
    const failed = putBack(shadow, { ...order, moves: [] });
    await expect(failed).rejects.toThrow(InTheWayError);
    await expect(failed).rejects.toMatchObject({ path: name });
    expect(contentsOf(workspace)).toEqual(then);
    expect((await readdir(shadow.place.gitDirectory)).join()).not.toContain('revert-');
  });

  it('can be done once more where it was cut off in the middle', async () => {
    const before = await setup();
    const first = contentsOf(workspace);
    sh('echo x > a; rm -r b; echo x > z/last; echo n > n');
    const { wanted, now } = await between(before, await shadow.snapshot());
    // As if it had been interrupted after some steps.
    await putBack(shadow, {
      wanted: new Map([...wanted].filter(([name]) => name === 'a' || name === 'n')),
      now,
      moves: [],
    });
    const rest = await between(before, await shadow.snapshot());
    expect([...rest.wanted.keys()].sort()).toEqual(['b', 'b/c', 'z/last']);
    await putBack(shadow, { ...rest, moves: [] });
    expect(contentsOf(workspace)).toEqual(first);
  });

  it('keeps a file of more names than one whole, and leaves the other names', async () => {
    const before = await setup();
    await rm(`${workspace}/b/c`);
    sh('ln a b/c; echo x > a');
    const order = await between(before, await shadow.snapshot());
    await putBack(shadow, { ...order, moves: [] });
    expect(contentsOf(workspace)['b/c']).not.toBe(contentsOf(workspace).a);
  });
});
