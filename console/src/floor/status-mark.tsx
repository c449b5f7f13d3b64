import type { ReactNode } from 'react';
import type { EmployeeStatus } from '#protocol/records/enums.js';

/** Signs differ by shape and by colour. */
const signs: Readonly<Partial<Record<EmployeeStatus, ReactNode>>> = {
  thinking: <path className="dots" d="M5.5 10h.01M10 10h.01M14.500 10h.01" />,
  working: <path d="M5 7l3.500 3L5 13M10.500 13.500H15" />,
  talking: <path d="M5 6.500H15V12.500H9.500L6.800 15V12.500H5Z" />,
  blocked: <path className="strong" d="M10 4.800V10.800M10 15h.01" />,
  error: <path className="strong" d="M6.500 6.500l7 7M13.500 6.500l-7 7" />,
};

/** Sign of an employee's status; nothing while they are free. */
export function StatusMark({ status }: { readonly status: EmployeeStatus }) {
  const sign = signs[status];
  if (sign === undefined) return null;
  return (
    <svg className={`mark ${status}`} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9.250" />
      {sign}
    </svg>
  );
}
