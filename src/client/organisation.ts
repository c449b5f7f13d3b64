import type { Done } from '../protocol/answers.js';
import type { ClientCommandPayloads, HandledCommandType } from '../protocol/commands.js';
import type { CommandResult } from '../protocol/command-results.js';
import type { RoutingPosture } from '../protocol/records/enums.js';
import type { ModelPolicy, Role } from '../protocol/records/organisation.js';

/** Sends a command and resolves with its result. */
type Carry = <T extends HandledCommandType>(
  type: T,
  payload: ClientCommandPayloads[T],
  signal?: AbortSignal,
) => Promise<CommandResult<T>>;

/** An absent list stays unchanged. */
interface Grants {
  readonly allowedTools?: readonly string[];
  readonly skillIds?: readonly string[];
}

interface OnFloor {
  /** Absent: the floor being shown. */
  readonly workspaceId?: string;
  readonly signal?: AbortSignal;
}

/**
 * People, policies and rooms of a floor. Commands resolve once they have taken effect; those that
 * change a role, with the role.
 * @throws OfficeRefusal with the service's text, OfficeUnreachable, OfficeClosed
 */
export class Organisation {
  constructor(
    private readonly carry: Carry,
    private readonly shown: () => string,
  ) {}

  hire(role: Role, { workspaceId = this.shown(), signal }: OnFloor = {}): Promise<Role> {
    return this.carry('hire', { workspaceId, role }, signal);
  }

  fire(roleId: string, { workspaceId = this.shown(), signal }: OnFloor = {}): Promise<Done> {
    return this.carry('fire', { workspaceId, roleId }, signal);
  }

  /** Null is no seat. */
  setSeat(
    employeeId: string,
    seatId: string | null,
    { workspaceId = this.shown(), signal }: OnFloor = {},
  ): Promise<Role> {
    return this.carry('setSeat', { workspaceId, employeeId, seatId }, signal);
  }

  /** Resolves with the role; unknown ids were left out. */
  setRoleGrants(
    roleId: string,
    grants: Grants,
    { workspaceId = this.shown(), signal }: OnFloor = {},
  ): Promise<Role> {
    return this.carry('setRoleGrants', { workspaceId, roleId, ...grants }, signal);
  }

  setModelPolicy(
    roleId: string,
    policy: ModelPolicy,
    { workspaceId = this.shown(), signal }: OnFloor = {},
  ): Promise<Role> {
    return this.carry('setModelPolicy', { workspaceId, roleId, policy }, signal);
  }

  setRoutingPosture(
    posture: RoutingPosture,
    { workspaceId = this.shown(), signal }: OnFloor = {},
  ): Promise<Done> {
    return this.carry('setRoutingPosture', { workspaceId, posture }, signal);
  }

  addRoom({ workspaceId = this.shown(), signal }: OnFloor = {}): Promise<Done> {
    return this.carry('addRoom', { workspaceId }, signal);
  }

  removeRoom({ workspaceId = this.shown(), signal }: OnFloor = {}): Promise<Done> {
    return this.carry('removeRoom', { workspaceId }, signal);
  }
}
