import { describe, expect, it } from '@jest/globals';
import type { EarlierRun } from '../submit/earlier-run.js';
import { sampleRun } from '#test/support/sample-records.js';
import { newFirstFloor } from '../../workspaces/new-floor.js';
import {
  foreignContext,
  foreignIn,
  hasForeignFiles,
  speaksOf,
  withForeign,
} from './foreign-texts.js';

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

describe('a host', () => {
  const names = (url: string): boolean | undefined => {
    const said = { at: 1, text: 'Then read said.example.' };
    const earlier = { brief: 'Read before.example.' } as EarlierRun;
    const floor = {
      ...newFirstFloor('/work', [], 1),
      hosts: ['*.floor.example', 'port.example:81'],
    };
    const run = sampleRun({ brief: 'Read brief.example.' });
    return foreignContext({ run, floor, earlier, instructions: [said] }).namesHost?.(new URL(url));
  };

  it.each([
    ['https://brief.example/a', true],
    ['http://said.example:8080/', true],
    ['https://before.example', true],
    ['https://a.floor.example', true],
    ['http://port.example:81/', true],
    ['http://port.example/', false],
    ['https://a.floor.example:8443/', false],
    ['https://other.example/?brief.example', false],
  ])('%s is named by people or the floor: %p', (url, named) => {
    expect(names(url)).toBe(named);
  });
});

describe('the path of a file', () => {
  const commented = (text: string) => [
    { path: 'evil.example/a.txt', side: 'new', line: 1, quoted: 'x', text } as const,
  ];
  const told = 'evil.example/a.txt:\n- line 1: Read said.example.';
  const lines = commented('Read said.example.');

  it.each<readonly [string, Partial<Parameters<typeof foreignContext>[0]>]>([
    ['the brief', { run: sampleRun({ brief: told, commented: lines }) }],
    ['an instruction', { instructions: [{ at: 1, text: told, commented: lines }] }],
    ['the brief before', { earlier: { brief: told, commented: lines } as unknown as EarlierRun }],
  ])('names no host where comments on it are %s, and their words do', (_where, fields) => {
    const session = { run: sampleRun(), floor: null, earlier: null, instructions: [], ...fields };
    const { namesHost } = foreignContext(session);
    expect(namesHost?.(new URL('https://evil.example/'))).toBe(false);
    expect(namesHost?.(new URL('https://said.example/'))).toBe(true);
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
