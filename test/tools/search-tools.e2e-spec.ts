import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ToolOffice } from '../support/tools/tool-office.js';

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('reading, finding and searching in a run', () => {
  let office: ToolOffice;

  beforeAll(async () => {
    office = await ToolOffice.start();
    await Promise.all(
      Object.entries(files).map(async ([name, content]) => {
        await mkdir(path.dirname(`${office.workspace}/${name}`), { recursive: true });
        await writeFile(`${office.workspace}/${name}`, content);
      }),
    );
  });

  afterAll(() => office.close());

  const lines = (count: number): string =>
    Array.from({ length: count }, (_, n) => `row ${n + 1} ${'z'.repeat(30)}`).join('\n');

  const files: Readonly<Record<string, string | Buffer>> = {
    'web/page.tsx': 'needle in a page\n',
    'web/util.mts': 'needle in a module\n',
    'web/[slug]/view.tsx': 'needle in a route\n',
    'web/(shop)/cart.tsx': 'a cart\n',
    'lib/a1.go': 'package a\n',
    'lib/b2.go': 'package b\n',
    'text/wide.txt': utf16('first\r\nwide needle\r\n'),
    'text/old.txt': Buffer.from('caf\u00e9\nold needle \u00bd\n', 'latin1'),
    'text/marked.txt': '\ufeffneedle behind a mark\r\n',
    'text/picture.raw': Buffer.from([1, 2, 0, 3, 0, 0]),
    'text/minified.js': `${'var a=1;'.repeat(900)}needle${';b()'.repeat(900)}\n`,
    'text/log.txt': `${lines(60_000)}\nneedle at the end\n`,
    'text/half.txt': `${lines(400)}\n`,
    'odd/joined\u200d.txt': 'a\u2060b \x1b[1m\u{e0041}c\n',
    ['odd/re\u0301sume\u0301.txt'.normalize('NFD')]: 'decomposed\n',
    'odd/\u00fcber.txt': 'composed\n',
  };

  /** What the tool said, without the fence. */
  async function said(name: string, args: object): Promise<string> {
    const { call, reported } = await office.use(name, args);
    expect(call.status).toBe('ok');
    return reported.split('\n').slice(1, -1).join('\n');
  }

  it.each([
    ['**/*.{tsx,mts}', 'web/(shop)/cart.tsx web/[slug]/view.tsx web/page.tsx web/util.mts'],
    ['web/*.{m,c}ts', 'web/util.mts'],
    ['lib/[!a]?.go', 'lib/b2.go'],
    ['lib/[a-b][[:digit:]].go', 'lib/a1.go lib/b2.go'],
    ['*.go , *.mts', 'lib/a1.go lib/b2.go web/util.mts'],
    ['web/[slug]/view.tsx', 'web/[slug]/view.tsx'],
    ['web/[slug]/*.{ts,tsx}', 'web/[slug]/view.tsx'],
    ['web/(shop)/*', 'web/(shop)/cart.tsx'],
    ['/lib/', 'lib/a1.go lib/b2.go'],
    ['lib/*,!lib/a*', 'lib/b2.go'],
    ['lib/@(a|c)1.go', 'lib/a1.go'],
    ['ÜBER.*', 'odd/über.txt'],
  ])('glob finds %s', async (pattern, expected) => {
    const found = await said('glob', { pattern });
    expect(found.split('\n').sort().join(' ')).toBe(expected);
  });

  it('takes absolute patterns in the workspace, and patterns of what is left out', async () => {
    const pattern = `${office.workspace}/lib/*.{go,rs}`;
    expect((await said('glob', { pattern, exclude: '{a,c}1.go' })).split('\n')).toEqual([
      'lib/b2.go',
    ]);
    const include = `${office.workspace}/web/**`;
    expect(await said('grep', { pattern: 'needle', include, exclude: '*.{tsx,jsx}' })).toBe(
      'web/util.mts:1: needle in a module',
    );
    expect(await said('search_files', { pattern: 'needle', glob: 'web/[slug]/*.tsx' })).toBe(
      'web/[slug]/view.tsx:1: needle in a route',
    );
  });

  it.each([
    ['glob', { pattern: 'src/!(a|b).ts' }],
    ['grep', { pattern: 'x', exclude: 'v{1..5000}' }],
    ['search_files', { pattern: 'x', glob: '../*.ts' }],
  ])('%s refuses the pattern in %j in words', async (name, args) => {
    const { call } = await office.use(name, args);
    expect(call).toMatchObject({ status: 'error' });
    expect(call.resultPreview).toContain('not supported');
  });

  it('searches all text files, and names the other files', async () => {
    expect((await said('grep', { pattern: 'needle', path: 'text' })).split('\n')).toEqual([
      'text/log.txt:60001: needle at the end',
      'text/marked.txt:1: needle behind a mark',
      expect.stringMatching(/^text\/minified\.js:1: …[var =1;]+needle[;b()]+…$/),
      'text/old.txt:2: old needle ½',
      'text/wide.txt:2: wide needle',
      '(1 file(s) not searched: text/picture.raw (binary))',
    ]);
    expect(await said('grep', { pattern: '^needle.*mark$', path: 'text/marked.txt' })).toBe(
      'text/marked.txt:1: needle behind a mark',
    );
    expect(await said('search_files', { pattern: '^wide needle$', path: 'text/wide.txt' })).toBe(
      'text/wide.txt:2: wide needle',
    );
    expect(await said('grep', { pattern: 'row 60000', path: 'text/log.txt', context: 1 })).toBe(
      [
        `text/log.txt-59999- row 59999 ${'z'.repeat(30)}`,
        `text/log.txt:60000: row 60000 ${'z'.repeat(30)}`,
        'text/log.txt-60001- needle at the end',
      ].join('\n'),
    );
  });

  it('reads a file of 400 lines at once, and of a large one the lines that are asked for', async () => {
    const whole = await said('read_file', { path: 'text/half.txt' });
    expect(whole.split('\n')).toHaveLength(400);
    expect(whole.endsWith(` 400| row 400 ${'z'.repeat(30)}`)).toBe(true);
    expect(await said('read_file', { path: 'text/log.txt', startLine: 60_000 })).toBe(
      `60000| row 60000 ${'z'.repeat(30)}\n60001| needle at the end`,
    );
    const first = await said('read_file', { path: 'text/log.txt' });
    expect(first.length).toBeGreaterThan(19_000);
    expect(first).toMatch(/\n\(more lines follow; continue with startLine \d+\)$/);
    expect(await said('read_file', { path: 'text/wide.txt' })).toBe(
      '   1| first\n   2| wide needle',
    );
    expect(await said('read_file', { path: 'text/old.txt' })).toBe(
      '   1| café\n   2| old needle ½',
    );
  });

  it('shows names and lines so that they can be given back', async () => {
    const name = String.raw`odd/joined\u{200d}.txt`;
    const line = String.raw`a\u{2060}b \u{1b}[1m\u{e0041}c`;
    expect(await said('list_dir', { path: 'odd' })).toContain(String.raw`joined\u{200d}.txt`);
    expect(await said('glob', { pattern: 'odd/joined*' })).toBe(name);
    expect(await said('read_file', { path: name })).toBe(`   1| ${line}`);
    expect(await said('grep', { pattern: String.raw`a\u{2060}b`, path: name })).toBe(
      `${name}:1: ${line}`,
    );
  });

  it('finds a file by its name in any form of Unicode, once', async () => {
    const before = await readdir(`${office.workspace}/odd`);
    const composed = 'odd/r\u00e9sum\u00e9.txt';
    expect(await said('read_file', { path: composed })).toBe('   1| decomposed');
    expect(await said('grep', { pattern: 'deco', path: composed })).toContain(':1: decomposed');
    expect(await said('read_file', { path: 'odd/u\u0308ber.txt' })).toBe('   1| composed');
    await said('edit_file', { path: composed, oldString: 'decomposed', newString: 'edited' });
    await said('write_file', { path: 'odd/u\u0308ber.txt', content: 'written\n' });
    const patch = `*** Update File: ${composed}\n*** Find:\nedited\n*** Replace:\npatched\n`;
    await said('apply_patch', { patch });
    expect(await readdir(`${office.workspace}/odd`)).toEqual(before);
    const read = (name: string) => readFile(`${office.workspace}/${name}`, 'utf8');
    expect(await read(composed.normalize('NFD'))).toBe('patched\n');
    expect(await read('odd/\u00fcber.txt')).toBe('written\n');
  });
});
