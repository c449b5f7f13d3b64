import type { EmployeeState } from '#protocol/records/organisation.js';
import { statusWords } from './status.js';
import { StatusMark } from './status-mark.js';

const shown = ['thinking', 'working', 'talking', 'blocked'] as const;

/** Meaning of the signs, and the number of employees with each. */
export function Legend({
  employees,
  asking,
}: {
  readonly employees: readonly EmployeeState[];
  readonly asking: ReadonlySet<string>;
}) {
  const statuses = employees.map(({ id, status }) => (asking.has(id) ? 'blocked' : status));
  const countOf = (status: string) => statuses.filter((each) => each === status).length;
  return (
    <div className="legend">
      {shown.map((status) => (
        <span key={status} className={countOf(status) === 0 ? 'none' : ''}>
          <StatusMark status={status} />
          {statusWords[status]}
          {countOf(status) > 0 && <b>{countOf(status)}</b>}
        </span>
      ))}
    </div>
  );
}
