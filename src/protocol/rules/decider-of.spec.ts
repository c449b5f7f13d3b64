import { describe, expect, it } from '@jest/globals';
import { sampleApproval } from '#test/support/sample-records.js';
import { approvalScopes } from '../records/enums.js';
import { reachOf } from './decider-of.js';

describe('how far a yes reached', () => {
  it('is said of every scope but once, of each in words of its own', () => {
    expect(reachOf(sampleApproval())).toBe('');
    expect(reachOf(sampleApproval({ scope: 'once' }))).toBe('');
    const said = approvalScopes.map((scope) => reachOf(sampleApproval({ scope })));
    expect(new Set(said).size).toBe(approvalScopes.length);
    expect(said.slice(-2)).toEqual([
      ' for everything inside the sandbox in this run',
      ' for everything inside the sandbox on this floor',
    ]);
  });

  it('has the number of what was allowed before it', () => {
    const item = { tool: 'run_shell', kind: 'shell', summary: 'ls', detail: 'ls' } as const;
    const items = [
      { ...item, id: 'a', approved: true },
      { ...item, id: 'b', approved: false },
    ];
    expect(reachOf(sampleApproval({ items, scope: 'run' }))).toBe(
      ' (1 of 2) for the rest of the run',
    );
  });
});
