import { describe, expect, it } from '@jest/globals';
import { sampleRun } from '../../test/support/sample-records.js';
import type { ServerEvent } from '../protocol/events.js';
import { nameOf, observe, viewOf } from './followed-run.js';

const view = viewOf(sampleRun());

function met(workspaceId: string): ServerEvent {
  const employee = { id: 'engineer', displayName: 'Ada Park', workspaceId };
  return { type: 'employee.updated', at: 1, employee } as ServerEvent;
}

describe('observe', () => {
  it('learns the names of the people on the floor of the run', () => {
    expect(nameOf(observe(view, met('default')), 'engineer')).toBe('Ada Park');
  });

  it('does not mistake them for namesakes in role on other floors', () => {
    expect(nameOf(observe(view, met('lab')), 'engineer')).toBe('engineer');
  });

  it('follows its own run and no other', () => {
    const other = sampleRun({ id: 'run_other', status: 'done' });
    const own = sampleRun({ status: 'awaiting-approval' });
    expect(observe(view, { type: 'run.updated', at: 1, run: other })).toBe(view);
    expect(observe(view, { type: 'run.updated', at: 1, run: own }).run).toBe(own);
  });
});
