import type { Approval } from '../../../src/protocol/records/work.js';

/** Who waits for the answer of a person. */
export function askingOf(
  approvals: readonly Pick<Approval, 'status' | 'employeeId'>[],
): ReadonlySet<string> {
  const pending = approvals.filter(({ status }) => status === 'pending');
  return new Set(pending.map(({ employeeId }) => employeeId));
}
