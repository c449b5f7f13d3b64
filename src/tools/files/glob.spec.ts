import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchesGlob } from 'node:path/posix';
import { exclusion, globMatcher, globRemarks } from './glob.js';

/** The same language as a regular expression: obviously correct, but with unbounded time. */
function asExpression(pattern: string): RegExp {
  const whole = pattern.includes('/') ? pattern : `**/${pattern}`;
  const source = whole.replace(/\*\*+\/|\*\*+|\*|\?|[^*?]/g, (piece) => {
    if (piece === '?') return '[^/]';
    if (piece === '*') return '[^/]*';
    if (piece.startsWith('**')) return piece.endsWith('/') ? '(?:.*/)?' : '.*';
    return piece.replace(/[.+^${}()|[\]\\]/, '\\$&');
  });
  return new RegExp(`^${source}$`, 'i');
}

describe('globMatcher', () => {
  it.each([
    ['', 'a/b.ts', true],
    ['*.ts', 'a/b/c.ts', true],
    ['*.ts', 'c.tsx', false],
    ['*.TS', 'c.ts', true],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/**', 'src/a/b.ts', true],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/a/b/c.ts', true],
    ['src/**/*.ts', 'srcs/a.ts', false],
    ['**/test/**', 'a/test/b/c', true],
    ['**/test/**', 'latest/b', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a.b', 'axb', false],
    ['*', '.hidden', true],
  ])('wildcards: %j and %j: %s', expectMatch);

  it.each([
    ['**/*.{ts,tsx}', 'src/a.tsx', true],
    ['**/*.{ts,tsx}', 'a.ts', true],
    ['**/*.{ts,tsx}', 'a.js', false],
    ['*.{js,{t,mt}s,c{,pp}}', 'lib/a.mts', true],
    ['*.{js,{t,mt}s,c{,pp}}', 'lib/a.c', true],
    ['*.{js,{t,mt}s,c{,pp}}', 'lib/a.cp', false],
    ['{src,test}/**/*.spec.ts', 'test/a/b.spec.ts', true],
    ['{src,test}/**/*.spec.ts', 'lib/b.spec.ts', false],
    ['{src/**/*.ts,*.md}', 'docs/a.md', true],
    ['{src/**/*.ts,*.md}', 'docs/a.ts', false],
    ['{a,**}/b', 'b', true],
    ['{a,**}/b', 'x/y/b', true],
    ['{a,**/}b', 'ab', true],
    ['v{1..3}/x', 'v2/x', true],
    ['v{1..3}/x', 'v4/x', false],
    ['v{08..10}/x', 'v09/x', true],
    ['{c..a}.txt', 'b.txt', true],
    ['{a}', '{a}', true],
    ['{{name}}/x.py', '{{name}}/x.py', true],
    ['{a,b}', '{a,b}', true],
    ['x/{a,b}/*', 'x/{a,b}/c', true],
    ['*.@(ts|tsx)', 'a.tsx', true],
    ['*.(ts|tsx)', 'a.tsx', true],
    ['a?(b)c', 'ac', true],
    ['+(ab|c).md', 'abcab.md', true],
    ['+(ab|c).md', '.md', false],
    ['*(ab).md', '.md', true],
  ])('braces and groups: %j and %j: %s', expectMatch);

  it.each([
    ['src/[ab].ts', 'src/a.ts', true],
    ['src/[ab].ts', 'src/c.ts', false],
    ['src/[ab].ts', 'src/[ab].ts', true],
    ['[!a].ts', 'b.ts', true],
    ['[!a].ts', 'A.ts', false],
    ['[^a-c]x', 'dx', true],
    ['[A-C]x', 'bx', true],
    ['[[:digit:]]*.sql', '7_up.sql', true],
    ['[]x]', ']', true],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['app/[id]/*.tsx', 'app/[id]/page.tsx', true],
    ['app/[id]/*.tsx', 'app/i/page.tsx', true],
    ['**/[...slug]/*.{ts,tsx}', 'app/[...slug]/page.tsx', true],
    ['app/[[...slug]]/page.tsx', 'app/[[...slug]]/page.tsx', true],
    ['app/(auth)/login/*', 'app/(auth)/login/page.tsx', true],
    ['app/@modal/(.)photo/*', 'app/@modal/(.)photo/page.tsx', true],
    ['src/routes/[id=int]/+page.svelte', 'src/routes/[id=int]/+page.svelte', true],
    ['a[b', 'a[b', true],
    ['a\\[b\\]', 'a[b]', true],
    ['\\*.ts', 'a.ts', false],
  ])('classes and the names that look like them: %j and %j: %s', expectMatch);

  it.each([
    ['*.ts,*.tsx', 'src/a.tsx', true],
    ['*.ts, *.tsx', 'src/a.tsx', true],
    ['*.ts *.tsx', 'src/a.tsx', true],
    ['src/*.ts,docs/**', 'docs/a/b', true],
    ['src/*.ts,docs/**', 'lib/a.ts', false],
    ['a,b.txt', 'x/a,b.txt', true],
    ['a,b/*.txt', 'a,b/c.txt', true],
    ['my file*.txt', 'my file 1.txt', true],
    ['!*.ts', 'a.js', true],
    ['!*.ts', 'a.ts', false],
    ['*.ts,!*.spec.ts', 'a.ts', true],
    ['*.ts,!*.spec.ts', 'a.spec.ts', false],
    ['./src/*.ts', 'src/a.ts', true],
    ['/src/*.ts', 'src/a.ts', true],
    ['/a.ts', 'src/a.ts', false],
    ['docs/', 'docs/a/b.md', true],
    ['docs/', 'x/docs/b.md', true],
    ['docs/', 'docs.md', false],
    ['src/*/', 'src/a/b', true],
    ['.', 'a/b', true],
    ['/work/space/src/*.ts', 'src/a.ts', true],
    ['/work/space', 'src/a.ts', true],
    ['/work/space/a.ts', 'src/a.ts', false],
    ['/work/spaces/a.ts', 'a.ts', false],
  ])('lists, roots and directories: %j and %j: %s', expectMatch);

  it.each([
    ['caf\u00e9*', 'cafe\u0301.md', true],
    ['cafe\u0301*', 'caf\u00e9.md', true],
    ['ΌΔΟΣ*', 'όδος.md', true],
    ['a\\u{200e}*.txt', 'a\u200eb.txt', true],
    ['*.txt,!a\\u{200e}*', 'a\u200eb.txt', false],
  ])('names in another form: %j and %j: %s', expectMatch);

  function expectMatch(pattern: string, path: string, expected: boolean): void {
    expect(globMatcher(pattern, ['/work/space'])(path)).toBe(expected);
  }

  it('takes a pattern from where the search began, and from the workspace', () => {
    const matches = globMatcher('src/*.ts');
    expect(matches('a.ts', 'src/a.ts')).toBe(true);
    expect(matches('src/a.ts', 'x/src/a.ts')).toBe(true);
    expect(matches('a.ts', 'lib/a.ts')).toBe(false);
  });

  it('agrees with the regular expression it stands for', () => {
    const pattern = fc.string({
      unit: fc.constantFrom('a', 'B', '/', '*', '**', '?', '.'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(pattern, paths('a', 'b', '.'), (glob, candidate) => {
        fc.pre(!/^\.*\/|\/$|^\.$|(?:^|\/)\.\.(?:\/|$)/.test(glob));
        expect([glob, candidate, globMatcher(glob)(candidate)]).toEqual([
          glob,
          candidate,
          asExpression(glob).test(candidate),
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it("law: agrees with Node's own matcher on braces, classes and groups", () => {
    // Longer patterns and nested groups keep Node's matcher busy.
    const simple = fc.constantFrom('a', 'b', 'c', '2', '*', '?', '[ab]', '[!a]', '[b-c]', '{1..3}');
    const some = fc.array(simple, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''));
    const list = fc.array(some, { minLength: 2, maxLength: 3 });
    const braces = list.map((all) => `{${all.join()}}`);
    const group = fc
      .tuple(fc.constantFrom('@', '+', '?', '*'), list)
      .map(([mark, all]) => `${mark}(${all.join('|')})`);
    const nested = fc.tuple(some, braces).map(([first, second]) => `{${first},${second}}`);
    const piece = fc.oneof(simple, braces, group, nested);
    const part = fc.array(piece, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''));
    const pattern = fc
      .array(fc.oneof({ weight: 3, arbitrary: part }, fc.constant('**')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((parts) => ['a', ...parts].join('/'));
    fc.assert(
      fc.property(pattern, paths('a', 'b', 'c', '2'), (glob, rest) => {
        // Node's matcher treats two stars beside other text differently, also those from braces.
        fc.pre(glob.split('/').every((one) => one === '**' || !/\*.*\*/.test(one)));
        const path = `a/${rest}`;
        expect([glob, path, globMatcher(glob)(path)]).toEqual([
          glob,
          path,
          matchesGlob(path, glob),
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  function paths(...units: string[]): fc.Arbitrary<string> {
    const part = fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 3 });
    return fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  }

  it.each([
    ['stars', `${'*a'.repeat(240)}b`, 'a'.repeat(250)],
    ['whole parts', `${'**/a'.repeat(120)}b`, `${'a/'.repeat(200)}c`],
    ['braces', `${'{a,b}'.repeat(99)}c`, 'ab'.repeat(125)],
    ['braces and stars', `${'{a,b}?a*'.repeat(60)}c`, 'a'.repeat(250)],
    ['nested braces', `${'{a,'.repeat(120)}b${'}'.repeat(120)}c`, 'a'.repeat(250)],
    ['nested groups', `${'+(a|'.repeat(90)}b${')'.repeat(90)}c`, 'a'.repeat(250)],
    ['repeated stars', `${'*(*a*|'.repeat(70)}b${')'.repeat(70)}c`, 'a'.repeat(250)],
    ['braces that are never closed', '{a,'.repeat(166), 'a'.repeat(250)],
    ['classes that are never closed', '[a'.repeat(250), 'a'.repeat(250)],
    ['lists', '*a*b,'.repeat(100), 'ab'.repeat(125)],
  ])('ignores patterns made for catastrophic backtracking: %s', (_what, pattern, path) => {
    const started = process.cpuUsage().user;
    expect(globMatcher(pattern)(`${path}/`)).toBe(false);
    expect(process.cpuUsage().user - started).toBeLessThan(500_000);
  });

  it.each([
    ['!(a|b).ts', 'holds !(…), which is not supported'],
    ['src/!(*.spec).ts', 'holds !(…), which is not supported'],
    ['{1..1000}', 'has ranges of more than 100 values, which is not supported'],
    ['{1..60}{1..60}', 'has ranges of more than 100 values, which is not supported'],
    ['../x/*.ts', 'leads upwards with "..", which is not supported'],
    ['*.md,src/../x', 'leads upwards with "..", which is not supported'],
  ])('says what it does not support: %s', (pattern, said) => {
    expect(() => globMatcher(pattern)).toThrow(said);
  });

  it('says what may be wrong with a pattern', () => {
    expect(globRemarks('**/*.{ts,tsx}')).toEqual([]);
    expect(globRemarks('*.{ts,tsx')).toEqual([
      'The { is never closed, so it was taken for itself.',
    ]);
    expect(globRemarks('src/[ab.ts')).toEqual([
      'The [ is never closed, so it was taken for itself.',
    ]);
    expect(globRemarks('/etc/*', ['/work/space'])).toEqual([
      'A leading / stands for the workspace.',
    ]);
    expect(globRemarks('/work/space/*', ['/work/space'])).toEqual([]);
    expect(globRemarks('src\\lib\\*.ts')).toHaveLength(1);
  });
});

describe('exclusion', () => {
  const left = (pattern: string, path: string, isDirectory = false): boolean =>
    exclusion(pattern)?.(path, path, isDirectory) ?? false;

  it.each([
    ['', 'a', false, false],
    ['dist', 'x/dist', true, true],
    ['dist/', 'x/dist', true, true],
    ['dist/', 'dist', false, false],
    ['dist/**', 'dist', true, true],
    ['dist/**/*.ts', 'dist', true, false],
    ['**/*.{spec,test}.ts', 'src/a.test.ts', false, true],
    ['dist/**,!dist/a.ts', 'dist', true, false],
    ['dist/**,!dist/a.ts', 'dist/a.ts', false, false],
    ['dist/**,!dist/a.ts', 'dist/b.ts', false, true],
  ])('%j leaves out %j (directory: %s): %s', (pattern, path, isDirectory, expected) => {
    expect(left(pattern, path, isDirectory)).toBe(expected);
  });

  it('says so when nothing is left out', () => {
    expect(() => exclusion('!*.ts')).toThrow('there is none that leaves any out');
  });
});
