import type { ClientCommandPayloads, HandledCommandType } from '../protocol/commands.js';
import type { RoutingPosture } from '../protocol/records/enums.js';
import type { ModelPolicy, OrgChart, Role } from '../protocol/records/organisation.js';
import type { CommandOutcome } from './socket/command-outcome.js';
import { type Grants, organisationOutcomes as outcomes } from './socket/organisation-outcomes.js';

/** Sends a command and resolves with its outcome. */
export type Carry = <T extends HandledCommandType, R>(
  type: T,
  payload: ClientCommandPayloads[T],
  outcome: CommandOutcome<R>,
  signal?: AbortSignal,
) => Promise<R>;

export interface OnFloor {
  /** Absent: the floor that is shown. */
  readonly workspaceId?: string;
  readonly signal?: AbortSignal;
}

/**
 * People, policies and rooms of a floor. Everything resolves once the floor is so. One at a time: a
 * refusal does not say which command it means.
 * @throws OfficeRefusal in the service's words, OfficeUnreachable, OfficeClosed
 */
export class Organisation {
  constructor(
    private readonly carry: Carry,
    private readonly shown: () => string,
  ) {}

  hire(role: Role, { workspaceId = this.shown(), signal }: OnFloor = {}): Promise<Role> {
    const outcome = outcomes.hire(workspaceId, role.id);
    return this.carry('hire', { workspaceId, role }, outcome, signal);
  }

  fire(roleId: string, { workspaceId = this.shown(), signal }: OnFloor = {}): Promise<OrgChart> {
    const outcome = outcomes.fire(workspaceId, roleId);
    return this.carry('fire', { workspaceId, roleId }, outcome, signal);
  }

  /** Null is no seat. */
  setSeat(
    employeeId: string,
    seatId: string | null,
    { workspaceId = this.shown(), signal }: OnFloor = {},
  ): Promise<Role> {
    const outcome = outcomes.setSeat(workspaceId, employeeId, seatId);
    return this.carry('setSeat', { workspaceId, employeeId, seatId }, outcome, signal);
  }

  /** Resolves with the role as it is then: what does not exist was left out. */
  setRoleGrants(
    roleId: string,
    grants: Grants,
    { workspaceId = this.shown(), signal }: OnFloor = {},
  ): Promise<Role> {
    const outcome = outcomes.setRoleGrants(workspaceId, roleId, grants);
    return this.carry('setRoleGrants', { workspaceId, roleId, ...grants }, outcome, signal);
  }

  setModelPolicy(
    roleId: string,
    policy: ModelPolicy,
    { workspaceId = this.shown(), signal }: OnFloor = {},
  ): Promise<Role> {
    const outcome = outcomes.setModelPolicy(workspaceId, roleId, policy);
    return this.carry('setModelPolicy', { workspaceId, roleId, policy }, outcome, signal);
  }

  setRoutingPosture(
    posture: RoutingPosture,
    { workspaceId = this.shown(), signal }: OnFloor = {},
  ): Promise<OrgChart> {
    const outcome = outcomes.setRoutingPosture(workspaceId, posture);
    return this.carry('setRoutingPosture', { workspaceId, posture }, outcome, signal);
  }

  addRoom({ workspaceId = this.shown(), signal }: OnFloor = {}): Promise<OrgChart> {
    return this.carry('addRoom', { workspaceId }, outcomes.rooms(workspaceId), signal);
  }

  removeRoom({ workspaceId = this.shown(), signal }: OnFloor = {}): Promise<OrgChart> {
    return this.carry('removeRoom', { workspaceId }, outcomes.rooms(workspaceId), signal);
  }
}
