import type { EmployeeState } from '#protocol/records/organisation.js';

/** Time that a bubble stays, ms. */
export const spokenMs = 9000;
/** Time that speaker and hearer are shown as talking, ms. */
export const talkingMs = 4000;

/** What an employee said to others. */
export interface Said {
  readonly at: number;
  readonly runId: string;
  readonly stageId: string;
  readonly fromEmployeeId: string;
  readonly toEmployeeIds: readonly string[];
  readonly text: string;
}

export interface Talk {
  readonly from: string;
  readonly to: string;
}

/**
 * The last speaker and whom they address: the previous speaker of the same stage, or the only
 * addressee. Null if nobody spoke recently, or to everybody.
 */
export function talkOf(
  speeches: readonly Pick<Said, 'at' | 'stageId' | 'fromEmployeeId' | 'toEmployeeIds'>[],
  now: number,
  lastsMs = spokenMs,
): Talk | null {
  const latest = speeches.at(-1);
  if (latest === undefined || now - latest.at > lastsMs) return null;
  const { fromEmployeeId: from, toEmployeeIds, stageId } = latest;
  const heard = toEmployeeIds.filter((id) => id !== from);
  const answered = speeches
    .slice(0, -1)
    .findLast((speech) => speech.stageId === stageId && heard.includes(speech.fromEmployeeId));
  const to = answered?.fromEmployeeId ?? (heard.length === 1 ? heard[0] : undefined);
  return to === undefined ? null : { from, to };
}

/** The employees with those who talk to each other shown as talking. */
export function withTalk(
  employees: readonly EmployeeState[],
  talk: Talk | null,
): readonly EmployeeState[] {
  if (talk === null) return employees;
  return employees.map((employee) =>
    employee.id === talk.from || employee.id === talk.to
      ? { ...employee, status: 'talking' }
      : employee,
  );
}
