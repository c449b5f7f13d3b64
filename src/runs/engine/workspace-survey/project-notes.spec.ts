import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { filesNamedIn, noteCharacters, pathsIn, projectNotes } from './project-notes.js';

const at = temporaryDirectory();
let round = 0;
let root: string;

beforeEach(async () => {
  root = at(`w${++round}`);
  await mkdir(root);
});

const put = async (name: string, text: string | Buffer): Promise<void> => {
  await mkdir(`${root}/${name}`.replace(/\/[^/]*$/, ''), { recursive: true });
  await writeFile(`${root}/${name}`, text);
};
const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => `rule ${n} ${'x'.repeat(70)}`);

describe('the notes of a project', () => {
  it("are the root's, then those above the files at hand, whole", async () => {
    const long = lines(200).join('\n');
    await put('AGENTS.md', long);
    await put('CLAUDE.md', 'Root, too.');
    await put('src/AGENTS.md', 'Of src.');
    await put('src/api/CLAUDE.md', 'Of the api.');
    await put('lib/AGENTS.md', 'Of lib.');
    expect(await projectNotes(root, ['src/api/new/routes.ts', 'src\\web\\x.ts'])).toEqual([
      { path: 'AGENTS.md', text: long },
      { path: 'CLAUDE.md', text: 'Root, too.' },
      { path: 'src/AGENTS.md', text: 'Of src.' },
      { path: 'src/api/CLAUDE.md', text: 'Of the api.' },
    ]);
  });

  it('are told once, whether they are links, copies or told before', async () => {
    await put('AGENTS.md', 'The rules.\n');
    await symlink('AGENTS.md', `${root}/CLAUDE.md`);
    await put('src/CLAUDE.md', 'The rules.');
    await put('src/AGENTS.md', 'Of src.');
    const first = await projectNotes(root, []);
    expect(first).toEqual([{ path: 'AGENTS.md', text: 'The rules.' }]);
    const src = { path: 'src/AGENTS.md', text: 'Of src.' };
    expect(await projectNotes(root, ['src'], first)).toEqual([src]);
    expect(await projectNotes(root, ['src'], [...first, src])).toEqual([]);
  });

  it('have 24,000 characters together, cut at an end of a line, and say so', async () => {
    const written = lines(250);
    await put('AGENTS.md', written.join('\n'));
    await put('src/AGENTS.md', lines(150).join('\n').replaceAll('rule', 'src'));
    const [whole, cut] = await projectNotes(root, ['src/x.ts']);
    expect(whole?.text).toBe(written.join('\n'));
    const [shown = '', note = ''] = cut?.text.split('\n… ') ?? [];
    expect(whole!.text.length + shown.length).toBeLessThanOrEqual(noteCharacters);
    expect(whole!.text.length + shown.length).toBeGreaterThan(noteCharacters - 100);
    expect(shown.endsWith('x'.repeat(70))).toBe(true);
    expect(note).toMatch(
      /^\[\d+ characters left out here; the whole: read_file src\/AGENTS\.md\]$/,
    );
    expect(await projectNotes(root, ['src/x.ts'], [whole!, cut!])).toEqual([]);
  });

  it('stay inside the workspace, and are text', async () => {
    await writeFile(at('secret'), 'the-secret');
    await mkdir(at('outside'), { recursive: true });
    await writeFile(at('outside', 'AGENTS.md'), 'the-secret');
    await symlink(at('secret'), `${root}/AGENTS.md`);
    await symlink(at('outside'), `${root}/linked`);
    await put('CLAUDE.md', Buffer.from([1, 0, 2]));
    await put('src/AGENTS.md', 'a'.repeat(300_000));
    await put('lib/AGENTS.md', 'Seen\u202e.');
    const paths = ['linked/x', '../outside/x', '/etc/x', at('outside', 'x'), 'src/x', 'lib/x'];
    const notes = await projectNotes(root, paths);
    expect(notes.map(({ path }) => path)).toEqual(['lib/AGENTS.md']);
    expect(notes[0]?.text).not.toContain('\u202e');
    expect(await projectNotes(at('missing'), ['x/y'])).toEqual([]);
  });

  it('are followed where a link stays inside', async () => {
    await put('docs/rules.md', 'The rules.');
    await symlink('docs/rules.md', `${root}/AGENTS.md`);
    expect(await projectNotes(root, [])).toEqual([{ path: 'AGENTS.md', text: 'The rules.' }]);
  });
});

describe('what a text names', () => {
  const files = ['src/api/routes.ts', 'src/web/page.ts', 'lib/Makefile', 'README.md'];

  it.each([
    ['Fix src/api/routes.ts.', ['src/api/routes.ts']],
    ['`page.ts` and ./README.md, please', ['src/web/page.ts', 'README.md']],
    ['routes and pages', []],
    ['src\\api\\routes.ts:12 throws', ['src/api/routes.ts']],
    ['please document it in the README', ['README.md']],
    ['a READ of the Readme', []],
    ['', []],
  ])('of files: %j', (text, named) => {
    expect(filesNamedIn(text, files)).toEqual(named);
  });

  it.each([
    ['make src/new/thing.ts and src/new/thing.ts', ['src/new/thing.ts']],
    ['and/or', ['and/or']],
    ['nothing', []],
  ])('of paths: %j', (text, paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });
});
