import type { EmployeeState, EmployeeUsage, Role } from '../../protocol/records/organisation.js';

/** An employee's activity. */
export type EmployeeActivity = Pick<
  EmployeeState,
  | 'status'
  | 'activity'
  | 'currentRunId'
  | 'currentTurnId'
  | 'activeSkillIds'
  | 'lastRoute'
  | 'lastError'
>;

export const atRest: EmployeeActivity = {
  status: 'idle',
  activity: null,
  currentRunId: null,
  currentTurnId: null,
  activeSkillIds: [],
  lastRoute: null,
  lastError: null,
};

/** The run-time view of a role. Employee and role share their id. */
export function employeeState(
  workspaceId: string,
  role: Role,
  doing: EmployeeActivity,
  lifetime: EmployeeUsage,
): EmployeeState {
  return {
    id: role.id,
    roleId: role.id,
    workspaceId,
    displayName: role.displayName,
    title: role.title,
    departmentId: role.departmentId,
    status: doing.status,
    seatId: role.seatId,
    roomId: role.roomId,
    activity: doing.activity,
    currentRunId: doing.currentRunId,
    currentTurnId: doing.currentTurnId,
    lifetime,
    activeSkillIds: doing.activeSkillIds,
    lastRoute: doing.lastRoute,
    lastError: doing.lastError,
  };
}
