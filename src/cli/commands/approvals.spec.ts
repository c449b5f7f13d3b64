import { describe, expect, it } from '@jest/globals';
import { sampleApproval } from '#test/support/sample-records.js';
import type { ApprovalItem } from '../../protocol/records/approval-parts.js';
import { itemsNumbered, scopeOf, waiting } from './approvals.js';

const item = (id: string, approved?: boolean): ApprovalItem => ({
  ...{ id, tool: 'run_shell', kind: 'shell', summary: id, detail: `npm ${id}` },
  ...(approved !== undefined && { approved }),
});
const several = sampleApproval({
  id: 'appr_1',
  items: [item('test', true), item('build'), item('start', false)],
  touches: 'It works in /work.',
});
const out = { paint: (_: unknown, text: string) => text };

describe('what waits for a person', () => {
  it('lists each of several commands with its number and what was said to it', () => {
    expect(waiting(out, [several]).slice(1)).toEqual([
      '  1. (approved)',
      '    | npm test',
      '  2.',
      '    | npm build',
      '  3. (refused)',
      '    | npm start',
      '    It works in /work.',
    ]);
  });

  it('says what a yes for the run and one for the checks would reach', () => {
    const checks = { workspaceId: 'a', commands: ['npm test'], definition: '', told: 'Allows it.' };
    const asked = sampleApproval({ detail: 'npm test | tail', covers: 'npm test', checks });
    expect(waiting(out, [asked]).slice(1)).toEqual([
      '    | npm test | tail',
      '    --run would reach:',
      '    | npm test',
      '    --checks:',
      '    | Allows it.',
    ]);
  });

  it('says what a yes to everything in the sandbox would reach', () => {
    const asked = sampleApproval({ sandbox: { workspaceId: 'a', told: 'Allows all.' } });
    expect(waiting(out, [asked]).slice(-2)).toEqual([
      '    --sandbox run, or floor:',
      '    | Allows all.',
    ]);
    expect(scopeOf({ sandbox: 'run' })).toBe('sandbox-run');
    expect(scopeOf({ sandbox: 'floor' })).toBe('sandbox-floor');
    expect(() => scopeOf({ sandbox: 'all' })).toThrow('--sandbox takes "run" or "floor".');
  });

  it.each([
    [['2'], true, { build: true }],
    [['1', '3'], false, { test: false, start: false }],
    [['4'], true, { '4': true }],
    [['x'], true, { x: true }],
  ])('is answered by the numbers %j, %s', (numbers, answer, items) => {
    expect(itemsNumbered({ approvals: [several] }, 'appr_1', numbers, answer)).toEqual(items);
  });
});
