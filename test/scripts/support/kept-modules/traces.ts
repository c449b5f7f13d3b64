import type os from 'node:os';
import process from 'node:process';
import { expect, it, jest } from '@jest/globals';
import { ConfinedRoot } from '#platform/paths/confined-root.js';
import * as own from './own.js';

interface Seen {
  sources?: Set<unknown>;
  helpers?: Set<unknown>;
}

/** What the suites of this process saw; modules of Node are the same for all of them. */
const seen: typeof os & Seen = process.getBuiltinModule('node:os');

/** Looks for traces of an earlier suite, then leaves as many. */
export function leaveTraces(): void {
  it('finds the variables, globals, timers and limits of a new process', () => {
    expect(process.env['LEFT_BY_SUITE']).toBeUndefined();
    expect(fetch.name).toBe('fetch');
    expect(setTimeout.name).toBe('setTimeout');
    expect(process.cwd.name).not.toBe('mockConstructor');
    expect(Reflect.ownKeys(globalThis).map(String)).not.toContain('Symbol(TEST_TIMEOUT_SYMBOL)');
  });

  it('leaves what the next suite must not find', () => {
    process.env['LEFT_BY_SUITE'] = 'yes';
    globalThis.fetch = () => Promise.reject(new Error('none'));
    jest.useFakeTimers();
    jest.setTimeout(1);
    jest.spyOn(process, 'cwd').mockReturnValue('/nowhere');
    expect(process.cwd()).toBe('/nowhere');
  });

  it('has the sources of the suite before, and helpers of its own', () => {
    (seen.sources ??= new Set()).add(ConfinedRoot);
    (seen.helpers ??= new Set()).add(own.helper);
    process.stdout.write(`sources ${seen.sources.size}, helpers ${seen.helpers.size}\n`);
  });
}
