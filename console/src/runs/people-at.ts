import type { EmployeeState } from '#protocol/records/organisation.js';
import type { RunView } from './run-view.js';

/**
 * The people of a floor as one run shows them: with their status in that run, and those who ask.
 */
export function peopleAt(
  { turns, approvals }: Pick<RunView, 'turns' | 'approvals'>,
  employees: readonly EmployeeState[],
): { readonly people: readonly EmployeeState[]; readonly asking: ReadonlySet<string> } {
  const running = new Map(
    turns.filter(({ status }) => status === 'running').map((turn) => [turn.employeeId, turn]),
  );
  const pending = approvals.filter(({ status }) => status === 'pending');
  const people = employees.map((employee): EmployeeState => {
    const turn = running.get(employee.id);
    if (turn === undefined) return { ...employee, status: 'idle', activity: null };
    return {
      ...employee,
      status: turn.text === '' ? 'thinking' : 'working',
      activity: turn.purpose,
    };
  });
  return { people, asking: new Set(pending.map(({ employeeId }) => employeeId)) };
}
