import { describe, expect, it } from '@jest/globals';
import type { ChangeActions } from '../../src/protocol/records/change-review.js';
import { WorktreeOffice } from './support/worktree-office.js';

const here = { isolation: 'place' } as const;
const branch = 'office/both';

describe('the delivery of a run that continues another in the same folder', () => {
  const at = new WorktreeOffice();

  const deliver = (runId: string) => at.ask({ type: 'deliverRun', runId, branch });
  const actions = async (id: string) =>
    (await at.office.client.get<ChangeActions>(`/runs/${id}/changes/actions`)).body;
  const first = () =>
    at.run(['echo six >> a.txt', 'echo see > c.txt'], { brief: 'Add a sixth line.' }, here);
  const mending = (continues: string) =>
    at.run(['sed -i s/six/SIX/ a.txt'], { brief: 'Louder.', continues }, here);

  it('holds both changes, and says what was asked for first', async () => {
    const { id } = await first();
    const second = await mending(id);
    const { message, refusals, commits, branch: offered, earlier } = await actions(second.id);
    expect(earlier).toEqual([id]);
    expect((await actions(id)).earlier).toEqual([]);
    expect(refusals.branch).toBeUndefined();
    expect(commits).toHaveLength(2);
    expect(offered).toMatch(/^office\/add-a-sixth-line-/);
    expect(message).toMatch(/^Add a sixth line\n\n[^]*Then: Louder\./);
    await deliver(second.id);
    expect(at.git('show', `${branch}:a.txt`)).toBe('one\ntwo\nthree\nfour\nfive\nSIX');
    expect(at.git('show', `${branch}:c.txt`)).toBe('see');
    expect(at.git('log', '-2', '--format=%s', branch)).toBe(
      'Add a sixth line (2)\nAdd a sixth line',
    );
  });

  it('holds only its own where the first is committed', async () => {
    const { id } = await first();
    at.git('add', '.');
    at.git('commit', '-qm', 'the first');
    const second = await mending(id);
    expect(await actions(second.id)).toMatchObject({
      message: expect.stringMatching(/^Louder/),
      earlier: [],
    });
    await deliver(second.id);
    expect(at.git('log', '--format=%s', branch)).toBe('Louder\nthe first\nfirst');
  });

  it('holds only its own where the first was taken back', async () => {
    const { id } = await first();
    await at.ask({ type: 'revertRun', runId: id });
    const second = await at.run(['echo 6 >> a.txt'], { brief: 'Again.', continues: id }, here);
    await deliver(second.id);
    expect(at.git('show', `${branch}:a.txt`)).toBe('one\ntwo\nthree\nfour\nfive\n6');
    expect(at.git('ls-tree', '--name-only', branch)).not.toContain('c.txt');
  });

  it('holds everything of a shared worktree, as a patch too, which in the folder is its own', async () => {
    const patchOf = async (id: string) =>
      (await at.office.client.get(`/runs/${id}/changes.patch`)).text;
    const begun = await at.run(['echo see > c.txt'], { brief: 'Add c.' });
    const { id } = await at.run(['echo dee > d.txt'], { brief: 'Add d.', continues: begun.id });
    expect(await actions(id)).toMatchObject({ earlier: [begun.id] });
    expect(await patchOf(id)).toMatch(/b\/c\.txt[^]*b\/d\.txt/);
    const inFolder = await first();
    const mended = await mending(inFolder.id);
    expect(await actions(mended.id)).toMatchObject({ earlier: [inFolder.id] });
    expect(await patchOf(mended.id)).not.toContain('b/c.txt');
  });

  it('is refused where a person changed the file in between', async () => {
    const { id } = await first();
    await at.put('a.txt', 'by hand six\n');
    const second = await mending(id);
    expect(await deliver(second.id)).toMatch(/these files were not as committed .*a\.txt/);
  });
});
