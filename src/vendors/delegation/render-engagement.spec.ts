import { mkdir, symlink } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { readDelegationRequest } from '../delegation.service.js';
import { confinePaths, renderEngagement } from './render-engagement.js';

const result = {
  outcome: 'ok',
  text: 'All is well.',
  error: null,
  paths: [],
  remarks: [],
} as const;
const none = { inside: [], outside: 0 };

describe('renderEngagement', () => {
  it('reports an answer, and what goes with it', () => {
    const paths = { inside: ['a.ts', 'b.ts'], outside: 2 };
    expect(renderEngagement('Helper', { ...result, remarks: ['A remark.'] }, paths, 1234)).toEqual({
      ok: true,
      content:
        'Helper reports:\n\nAll is well.\n\nFiles it reported: a.ts, b.ts\n\n' +
        '2 path(s) it reported are outside the workspace and were left out.\n\nA remark.',
      preview: 'Helper: ok (1234ms); spend unknown',
      affectsPaths: ['a.ts', 'b.ts'],
    });
  });

  it('clips the answer', () => {
    const { content } = renderEngagement('H', { ...result, text: 'x'.repeat(7000) }, none, 1);
    expect(content).toBe(
      `H reports:\n\n${'x'.repeat(6000)}\n… [answer truncated at 6000 characters]`,
    );
  });

  it('tells how it failed, and what was said until then', () => {
    const failed = { ...result, outcome: 'timeout', error: 'too slow' } as const;
    expect(renderEngagement('Helper', failed, none, 5000)).toMatchObject({
      ok: false,
      content:
        'Helper did not complete the task (timeout after 5000ms): too slow\n\n' +
        'What it had said until then:\n\nAll is well.',
      preview: 'Helper: timeout (5000ms); spend unknown',
    });
  });
});

describe('the spend of an engagement', () => {
  const tokens = { tokensIn: 1200, tokensOut: 34 };
  it.each([
    [{ usd: 0.25, ...tokens }, '; spent $0.2500, as it says', 0.25],
    [{ usd: 0, ...tokens }, '; spent $0.0000, as it says', 0],
    [tokens, '; spend unknown: it names 1200 tokens in, 34 out, and no price', undefined],
    [undefined, '; spend unknown', undefined],
  ])('%j', (spend, words, spentUsd) => {
    const told = renderEngagement('H', { ...result, ...(spend && { spend }) }, none, 1);
    expect(told.preview).toBe(`H: ok (1ms)${words}`);
    expect(told.spentUsd).toBe(spentUsd);
  });

  it('is nothing where it could not be started', () => {
    const failed = { ...result, outcome: 'unstartable', error: 'no' } as const;
    expect(renderEngagement('H', failed, none, 1).preview).toBe('H: unstartable (1ms)');
  });
});

describe('readDelegationRequest', () => {
  it.each([
    [{ task: ' look ' }, { task: 'look', timeoutMs: 60_000 }],
    [
      { task: 'x', timeoutMs: 5000 },
      { task: 'x', timeoutMs: 5000 },
    ],
    [
      { task: 'x', timeoutMs: '5000.7' },
      { task: 'x', timeoutMs: 5000 },
    ],
    [
      { task: 'x', timeoutMs: 1 },
      { task: 'x', timeoutMs: 1000 },
    ],
    [
      { task: 'x', timeoutMs: 1e9 },
      { task: 'x', timeoutMs: 60_000 },
    ],
    [
      { task: 'x', timeoutMs: 'soon' },
      { task: 'x', timeoutMs: 60_000 },
    ],
    [
      { task: 'x', timeoutMs: null },
      { task: 'x', timeoutMs: 60_000 },
    ],
    [{ task: '\u0000a\u001b[31mb' }, { task: 'ab', timeoutMs: 60_000 }],
  ])('%j reads as %j', (args, request) => {
    expect(readDelegationRequest(args, 60_000)).toEqual(request);
  });

  it.each([[{}], [{ task: '' }], [{ task: ' \n' }], [{ task: 7 }], [{ task: '\u200b' }]])(
    'finds no task in %j',
    (args) => {
      expect(readDelegationRequest(args, 60_000)).toBeNull();
    },
  );
});

const at = temporaryDirectory();

describe('confinePaths', () => {
  it('keeps what lies in the workspace, relative to it, and counts the rest', async () => {
    await mkdir(at('work'));
    await symlink(at(), at('work', 'out'));
    const paths = [
      at('work', 'src', 'a.ts'),
      'src/a.ts',
      './b.ts',
      '.',
      '/etc/passwd',
      '../c.ts',
      'out/d.ts',
      `${at('work')}-other/e.ts`,
    ];
    expect(await confinePaths(paths, at('work'))).toEqual({
      inside: ['src/a.ts', 'b.ts'],
      outside: 4,
    });
  });
});
