import { Injectable } from '@nestjs/common';
import { type CommandOptions, done, SocketCommand } from '../../platform/socket/socket-command.js';
import {
  AnyValue,
  OptionalNullableString,
  OptionalStrings,
  RequiredChoice,
  RequiredNullableString,
  RequiredString,
} from '../../platform/validation/fields.js';
import { type Widening, widensRights, WidensRights } from '../../platform/http/widening-rights.js';
import { type RoutingPosture, routingPostures } from '../../protocol/records/enums.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import { OnFloorCommand } from '../on-floor.command.js';
import { findRole } from './change-role.js';
import { PeopleService } from './people.service.js';

class HireCommand extends OnFloorCommand {
  /** A complete role. */
  @AnyValue()
  role!: unknown;
}

class FireCommand extends OnFloorCommand {
  @RequiredString()
  roleId!: string;
}

class SetSeatCommand extends OnFloorCommand {
  @RequiredString()
  employeeId!: string;

  /** Null = no desk. */
  @RequiredNullableString()
  seatId!: string | null;

  /** Absent = the room stays. */
  @OptionalNullableString()
  roomId?: string | null;
}

class SetRoleGrantsCommand extends OnFloorCommand {
  @RequiredString()
  roleId!: string;

  @OptionalStrings()
  allowedTools?: string[];

  @OptionalStrings()
  skillIds?: string[];
}

class SetModelPolicyCommand extends OnFloorCommand {
  @RequiredString()
  roleId!: string;

  /** The whole policy. */
  @AnyValue()
  policy!: unknown;
}

class SetRoutingPostureCommand extends OnFloorCommand {
  @RequiredChoice(routingPostures)
  posture!: RoutingPosture;
}

const grantsTools: Widening = ({ allowedTools }) =>
  Array.isArray(allowedTools) && allowedTools.length > 0;

/** The result of a command that changes one role: the role afterwards. */
const roleOf = (named: (command: never) => string): CommandOptions => ({
  result: (floor: Workspace, command: never) => findRole(floor, named(command)),
});
const hired = roleOf(({ role }: { readonly role: Role }) => role.id);
const seated = roleOf(({ employeeId }: SetSeatCommand) => employeeId);
const changed = roleOf(({ roleId }: { readonly roleId: string }) => roleId);

/** Socket commands about people; there are no HTTP routes for them. */
@Injectable()
export class PeopleCommands {
  constructor(private readonly people: PeopleService) {}

  @WidensRights(({ role }) => widensRights(grantsTools, role))
  @SocketCommand('hire', hired)
  hire({ workspaceId, role }: HireCommand): Promise<Workspace> {
    return this.people.hire(workspaceId, role);
  }

  @WidensRights(false)
  @SocketCommand('fire', done)
  fire({ workspaceId, roleId }: FireCommand): Promise<Workspace> {
    return this.people.fire(workspaceId, roleId);
  }

  @WidensRights(false)
  @SocketCommand('setSeat', seated)
  setSeat({ workspaceId, employeeId, ...change }: SetSeatCommand): Promise<Workspace> {
    return this.people.setSeat(workspaceId, employeeId, change);
  }

  @WidensRights(grantsTools)
  @SocketCommand('setRoleGrants', changed)
  setGrants({ workspaceId, roleId, ...grants }: SetRoleGrantsCommand): Promise<Workspace> {
    return this.people.setGrants(workspaceId, roleId, grants);
  }

  @WidensRights(false)
  @SocketCommand('setModelPolicy', changed)
  setPolicy({ workspaceId, roleId, policy }: SetModelPolicyCommand): Promise<Workspace> {
    return this.people.setModelPolicy(workspaceId, roleId, policy);
  }

  @WidensRights(false)
  @SocketCommand('setRoutingPosture', done)
  setPosture({ workspaceId, posture }: SetRoutingPostureCommand): Promise<Workspace> {
    return this.people.setRoutingPosture(workspaceId, posture);
  }
}
