import { describe, expect, it } from '@jest/globals';
import type { Approval } from '#protocol/records/work.js';
import { waitedForPeople } from './waited-for-people.js';

const asked = (requestedAt: number, decidedAt: number | null): Approval => ({
  id: 'appr_1',
  runId: 'run_1',
  turnId: 'turn_1',
  employeeId: 'dev',
  kind: 'shell',
  summary: '',
  detail: '',
  status: decidedAt === null ? 'pending' : 'approved',
  requestedAt,
  decidedAt,
  reason: null,
});

describe('the time for which people were waited for', () => {
  const approvals = new Map([
    ['s/dev/m1/t0/a0', asked(100, 200)],
    ['s/dev/m1/t1/a0', asked(150, 250)],
    ['s/dev/m2/t0/a0', asked(300, null)],
    ['s/other/m1/t0/a0', asked(0, 1000)],
  ]);

  it('counts each moment once, whatever else was asked then', () => {
    expect(waitedForPeople({ approvals }, 's/dev', 310)).toBe(160);
  });

  it('is that of a call alone where its key is given', () => {
    expect(waitedForPeople({ approvals }, 's/dev/m1/t1')).toBe(100);
    expect(waitedForPeople({ approvals }, 's/dev/m9/t0')).toBe(0);
  });
});
