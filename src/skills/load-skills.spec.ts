import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSkills } from './load-skills.js';

let dir: string;
let warnings: string[];

const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message: string) => void warnings.push(message),
  error: () => undefined,
};

beforeEach(async () => {
  warnings = [];
  dir = await mkdtemp(path.join(tmpdir(), 'skills-'));
});

afterEach(() => rm(dir, { recursive: true }));

const put = (file: string, id: string): Promise<void> =>
  writeFile(path.join(dir, file), `---\nid: ${id}\nname: N\ndescription: D\n---\nBody`);

describe('loadSkills', () => {
  it('reads every Markdown file directly in the folder, whatever the case of its ending', async () => {
    await put('one.md', 'one');
    await put('two.MD', 'two');
    await put('three.txt', 'three');
    expect((await loadSkills(dir, log)).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(warnings).toEqual([]);
  });

  it('warns of every file it skips, then tells how many, and loads the rest', async () => {
    await put('a.md', 'same');
    await put('b.md', 'same');
    await writeFile(path.join(dir, 'c.md'), 'no front matter');
    await mkdir(path.join(dir, 'd.md'));
    expect((await loadSkills(dir, log)).map(({ sourcePath }) => sourcePath)).toEqual([
      path.join(dir, 'a.md'),
    ]);
    expect(warnings).toEqual([
      'skipped b.md - the id "same" is already taken by a.md.',
      `skipped c.md - Skill file ${path.join(dir, 'c.md')} is missing the required frontmatter key "id".`,
      expect.stringMatching(/^skipped d\.md - EISDIR/),
      '3 skill file(s) skipped; the others are loaded.',
    ]);
  });

  it('follows no link, whatever it leads to', async () => {
    const secret = path.join(dir, 'secret.txt');
    await writeFile(secret, '---\nid: s\nname: N\ndescription: D\n---\nSecret');
    await symlink(secret, path.join(dir, 'a.md'));
    await symlink('/nowhere', path.join(dir, 'b.md'));
    expect(await loadSkills(dir, log)).toEqual([]);
    expect(warnings.slice(0, 2)).toEqual([
      'skipped a.md - it is a link, and links are not followed.',
      'skipped b.md - it is a link, and links are not followed.',
    ]);
  });

  it('makes a folder that is missing', async () => {
    const missing = path.join(dir, 'not', 'yet');
    expect(await loadSkills(missing, log)).toEqual([]);
    expect((await stat(missing)).isDirectory()).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('goes on without skills when the folder cannot be read', async () => {
    await put('file.md', 'x');
    expect(await loadSkills(path.join(dir, 'file.md'), log)).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('cannot be read')]);
  });
});

describe('skills that are folders', () => {
  const folder = async (name: string, files: Record<string, string>): Promise<void> => {
    for (const [file, text] of Object.entries(files)) {
      const at = path.join(dir, name, file);
      await mkdir(path.dirname(at), { recursive: true });
      await writeFile(at, text);
    }
  };

  it('are read with the texts of their files, which no tool reaches there', async () => {
    await folder('pdf', {
      'SKILL.md': '---\nname: pdf\ndescription: Forms.\n---\nFill in.',
      'references/forms.md': '# Forms',
    });
    const [skill] = await loadSkills(dir, log);
    expect(skill).toMatchObject({
      id: 'pdf',
      folder: path.join(dir, 'pdf'),
      files: [{ path: 'references/forms.md', text: '# Forms' }],
    });
    expect(skill?.body).toContain('Read one with `read_skill`, such as "pdf/references/forms.md".');
    expect(warnings).toEqual([]);
  });

  it('are skipped with a warning when something is wrong with them', async () => {
    await folder('pdf', { 'SKILL.md': 'no front matter' });
    await symlink('/etc', path.join(dir, 'linked'));
    expect(await loadSkills(dir, log)).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/^skipped linked - .*link/),
      expect.stringMatching(/^skipped pdf - its "name" is not/),
      '2 skill file(s) skipped; the others are loaded.',
    ]);
  });
});
