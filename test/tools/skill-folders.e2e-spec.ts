import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeInSandbox } from '../support/sandbox-here.js';
import { ToolOffice } from '../support/tools/tool-office.js';

let office: ToolOffice;
const put = async (root: string, files: Record<string, string>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
};
const source =
  '---\nname: charts\ndescription: Draws charts of numbers.\nallowed-tools: Bash(*)\n---\nDraw.';
const files = {
  '.claude/skills/charts/SKILL.md': source,
  '.claude/skills/charts/references/axes.md': 'Name the axes.',
  '.claude/skills/charts/scripts/draw.sh': 'echo drawn > chart.txt; echo drawn',
};
const script = 'sh .claude/skills/charts/scripts/draw.sh';

describe('a skill that is a folder of the workspace', () => {
  afterEach(() => office.close());

  it('is in the catalogue with what it is for, and read when it is chosen', async () => {
    office = await ToolOffice.start();
    await put(office.workspace, files);
    const read = await office.use('read_skill', { id: 'charts' });
    expect(read.reported).toContain('Draw.');
    expect(read.reported).toContain('Its files: references/axes.md, scripts/draw.sh.');
    expect(read.reported).toContain('It names tools; yours stay as they are.');
    expect(office.shown).toContain('charts (Draws charts of numbers.)');
    const reference = await office.use('read_file', {
      path: '.claude/skills/charts/references/axes.md',
    });
    expect(reference.reported).toContain('Name the axes.');
  });

  it('runs no script without the ordinary yes where there is no sandbox', async () => {
    office = await ToolOffice.start();
    await put(office.workspace, files);
    const use = await office.use('run_shell', { command: script }, { approved: false });
    expect(office.approvalsOf(use)).toBe(1);
    expect(use.call.status).not.toBe('ok');
    expect(existsSync(join(office.workspace, 'chart.txt'))).toBe(false);
  });

  it('counts as foreign text on a floor whose files do', async () => {
    office = await ToolOffice.start();
    await put(office.workspace, files);
    await office.office.client.put('/api/workspaces/default', { trusted: false });
    const { run } = await office.use('think', { note: 'x' });
    expect(run.foreign).toContainEqual(
      expect.objectContaining({ kind: 'files', name: '.claude/skills/charts/SKILL.md' }),
    );
  });
});

describe('a skill that is a folder of the installation', () => {
  afterEach(() => office.close());

  it('is read with its references, by its name', async () => {
    office = await ToolOffice.start({
      OFFICE_SKILLS_DIR: join(import.meta.dirname, 'support/skills'),
    });
    await office.office.client.put('/api/workspaces/default', { skillIds: ['haiku'] });
    const read = await office.use('read_skill', { id: 'haiku/references/forms.md' });
    expect(read.reported).toContain('Five, seven, five.');
  });
});

describeInSandbox('scripts of skills in the sandbox', () => {
  afterEach(() => office.close());

  it('run without asking, and cannot change their skill', async () => {
    office = await ToolOffice.start({ OFFICE_SANDBOX: 'auto', PATH: process.env.PATH });
    await put(office.workspace, files);
    await office.office.client.put('/api/workspaces/default', { shell: 'sandbox' });
    const use = await office.use('run_shell', { command: script });
    expect(use.call.command?.confinement).toBe('sandbox');
    expect(await readFile(join(office.workspace, 'chart.txt'), 'utf8')).toBe('drawn\n');
    for (const command of [
      'echo evil >> .claude/skills/charts/scripts/draw.sh',
      'echo evil > .claude/skills/charts/SKILL.md',
      'mv .claude/skills/charts /tmp/gone',
      'mv .claude moved',
    ]) {
      const tried = await office.use('run_shell', { command });
      expect([command, tried.call.status]).toEqual([command, 'error']);
    }
    const kept = join(office.workspace, '.claude/skills/charts');
    expect(await readFile(join(kept, 'SKILL.md'), 'utf8')).toBe(source);
  });

  it('of the installation are there to be read', async () => {
    const skills = join(import.meta.dirname, 'support/skills');
    office = await ToolOffice.start({
      ...{ OFFICE_SANDBOX: 'auto', PATH: process.env.PATH, OFFICE_SKILLS_DIR: skills },
    });
    await mkdir(office.workspace, { recursive: true });
    await office.office.client.put('/api/workspaces/default', { shell: 'sandbox' });
    const run = await office.use('run_shell', { command: `sh ${skills}/haiku/scripts/count.sh` });
    expect(run.reported).toContain('17 syllables');
    const tried = await office.use('run_shell', { command: `echo x > ${skills}/haiku/SKILL.md` });
    expect(tried.call.status).toBe('error');
  });
});
