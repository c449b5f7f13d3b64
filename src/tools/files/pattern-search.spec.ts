import { describe, expect, it } from '@jest/globals';
import { PatternSearch, ripgrepProgram } from './pattern-search.js';

const pattern = (source: string) => ({ source, ignoreCase: false });

const limits = (timeMs = 10_000) => ({ timeMs, signal: new AbortController().signal });

const start = (source: string): Promise<PatternSearch> =>
  PatternSearch.start(pattern(source), limits());

/** Only the matching lines. */
const linesOf = async (search: PatternSearch, lines: readonly string[], max: number) =>
  (await search.match(lines, max)).map(({ line }) => line);

describe('PatternSearch', () => {
  it('tells which lines match, at most so many, question after question', async () => {
    const search = await start('a');
    expect(await linesOf(search, ['a', 'b', 'ca', ''], 10)).toEqual([0, 2]);
    expect(await linesOf(search, ['a', 'a', 'a'], 2)).toEqual([0, 1]);
    expect(await search.match([], 2)).toEqual([]);
    expect(await linesOf(search, ['b', 'é a'], 2)).toEqual([1]);
  });

  it.each([
    ['the empty pattern', '', ['', 'x'], [0, 1]],
    ['an empty line at the end', '^$', ['x', ''], [1]],
    ['a leading dash', '-x', ['-x', 'x'], [0]],
    ['the name of an option', '--pre=sh', ['--pre=sh'], [0]],
    ['anchors', '^b$', ['b', 'ab', 'b '], [0]],
    ['a NUL in the text', 'b$', ['a\0b', 'c'], [0]],
    ['a byte order mark', '^a', ['\ufeffa', 'a'], [1]],
    ['a carriage return in a line', 'a.b', ['a\rb'], [0]],
    ['alternatives', 'a|b', ['a', 'b', 'c'], [0, 1]],
    ['escapes of JavaScript', '\\/\\u0041\\x42\\d\\-', ['/AB7-'], [0]],
  ])('%s is taken as it stands', async (_what, source, lines, matching) => {
    const search = await start(source);
    expect(await linesOf(search, lines, 10)).toEqual(matching);
  });

  it('tells where lines match: the first place of each, or every one up to a number', async () => {
    const search = await start('a+');
    const lines = ['xa', 'b', '\u00e9aabaa'];
    expect(await search.match(lines, 10)).toEqual([
      { line: 0, byte: 1 },
      { line: 2, byte: 2 },
    ]);
    const places = [
      { line: 0, byte: 1 },
      { line: 2, byte: 2 },
      { line: 2, byte: 5 },
    ];
    expect(await search.places(lines, 10)).toEqual(places);
    expect(await search.places(lines, 2)).toEqual(places.slice(0, 2));
    const many = ['a b '.repeat(500_000)];
    expect(await search.places(many, 100)).toHaveLength(100);
  });

  it('does not regard case when told so', async () => {
    const search = await PatternSearch.start({ source: 'É', ignoreCase: true }, limits());
    expect(await linesOf(search, ['é', 'e'], 10)).toEqual([0]);
  });

  it('takes lines of a megabyte, and a million lines', async () => {
    const search = await start('needle$');
    expect(await linesOf(search, [`${'x'.repeat(1024 * 1024)}needle`], 1)).toEqual([0]);
    const many = Array<string>(1_000_000).fill('x');
    expect(await linesOf(search, [...many, 'needle'], 1)).toEqual([1_000_000]);
  });

  it('needs time in proportion to the line, for a pattern that backtracking never ends', async () => {
    const search = await PatternSearch.start(pattern('^(a+)+$'), limits(300_000));
    const timeOf = async (length: number): Promise<number> => {
      const line = `${'a'.repeat(length)}!`;
      const started = performance.now();
      for (let round = 0; round < 5; round += 1) {
        expect(await search.match([line], 1)).toEqual([]);
      }
      return performance.now() - started;
    };
    await timeOf(500_000);
    const ratios: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      ratios.push((await timeOf(1_000_000)) / (await timeOf(500_000)));
    }
    // For twice the length: 2 if linear, 4 if quadratic. Load may spoil one ratio but not all.
    expect(Math.min(...ratios)).toBeLessThan(3);
  }, 120_000);

  it('counts the time of the whole search, not of one file', async () => {
    const search = await PatternSearch.start(pattern('x'), limits(0));
    await expect(search.match(['x'], 1)).rejects.toThrow(
      'The search was stopped after 0 s. Simplify the pattern or search a smaller directory.',
    );
  });

  it('ends with the call it works for', async () => {
    const controller = new AbortController();
    const search = await PatternSearch.start(pattern('x'), {
      timeMs: 10_000,
      signal: controller.signal,
    });
    const asked = search.match(['x'.repeat(4_000_000)], 1);
    controller.abort();
    expect(await asked).toEqual([]);
    expect(await search.match(['x'], 1)).toEqual([]);
  });

  it.each([
    ['[', 'unclosed character class'],
    ['(?=a)', 'look-around, including look-ahead and look-behind, is not supported'],
    ['(a)\\1', 'backreferences are not supported'],
    ['x {', 'repetition quantifier expects a valid decimal'],
    ['(?:(?:a?){1000}){1000}', 'compiled regex exceeds size limit of 10485760'],
    ['a\nb', 'the literal "\\n" is not allowed in a regex'],
    ['a\0b', 'it holds a NUL'],
    ['a'.repeat(10_001), 'longer than 10000 characters'],
  ])('refuses %j and says what is supported', async (source, reason) => {
    const refusal = await start(source)
      .then((search) => search.match([], 1))
      .then(String, (error: Error) => error.message);
    expect(refusal).toContain(
      `The pattern cannot be used: Invalid regular expression: ${reason}`.slice(0, 100),
    );
    expect(refusal).toContain('no look-around, no back-references; a literal { is written \\{.');
  });
});

describe('ripgrepProgram', () => {
  it('says so where there is no program for the platform', async () => {
    await expect(
      ripgrepProgram(() => Promise.reject(new Error('Could not find a package'))),
    ).rejects.toThrow(
      `Files cannot be searched here: ripgrep has no program for ${process.platform}-${process.arch}.`,
    );
  });
});
