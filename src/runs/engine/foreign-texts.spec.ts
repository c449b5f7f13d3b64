import { describe, expect, it } from '@jest/globals';
import { foreignIn, hasForeignFiles, speaksOf, withForeign } from './foreign-texts.js';

describe('the files of a floor', () => {
  it.each([
    [{ trusted: true }, false],
    [{ trusted: false }, true],
    [{ trusted: true, shell: 'sandbox' }, false],
    [{}, false],
    [{ shell: 'ask' }, false],
    [{ shell: 'sandbox' }, true],
    [null, false],
  ] as const)('of %j are foreign: %p', (floor, foreign) => {
    expect(hasForeignFiles(floor)).toBe(foreign);
  });

  it.each([
    ['read_file', { path: 'a.txt' }, [{ kind: 'files', name: 'a.txt' }]],
    ['run_shell', { command: 'cat a.txt' }, [{ kind: 'files', name: 'run_shell' }]],
    ['think', { note: 'x' }, []],
    ['write_file', { path: 'a.txt' }, []],
  ] as const)('are read by %s with %j: %j', (tool, args, texts) => {
    expect(foreignIn(tool, args, [], { trusted: false })).toEqual(texts);
    expect(foreignIn(tool, args, [], {})).toEqual([]);
  });
});

describe('a text', () => {
  it.each([
    ['Read https://Example.org/a?b.', 'example.org', true],
    ['Read www.example.org, please', 'example.org', true],
    ['See (example.org).', 'www.example.org', true],
    ['Mail me@example.org', 'example.org', true],
    ['Look at 127.0.0.1:80', '127.0.0.1', true],
    ['Frag bücher.example', 'xn--bcher-kva.example', true],
    ['Read example.org', 'api.example.org', false],
    ['Read example.org.evil.test', 'example.org', false],
    ['Read notexample.org', 'example.org', false],
    ['Read example', 'example.org', false],
    ['', 'example.org', false],
  ])('%j names %s: %p', (text, host, named) => {
    expect(speaksOf(text, host)).toBe(named);
  });
});

describe('what a run has read', () => {
  it('is kept once each, spelled, short, and the first twenty', () => {
    const page = { kind: 'page', name: 'https://example.org/\u202e' } as const;
    const once = withForeign(undefined, [page, page], 5);
    expect(once).toEqual([{ kind: 'page', name: 'https://example.org/\\u{202e}', at: 5 }]);
    const many = Array.from({ length: 30 }, (_, at) => ({
      kind: 'files' as const,
      name: `${at}${'x'.repeat(300)}`,
    }));
    const all = withForeign(once, many, 6);
    expect(all).toHaveLength(20);
    expect(all[0]).toBe(once[0]);
    expect(all[1]?.name).toHaveLength(201);
  });
});
