import { Injectable } from '@nestjs/common';
import { type CommandOptions, done, SocketCommand } from '../../platform/socket/socket-command.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import { ActiveFloor } from '../active-floor.service.js';
import {
  FireCommand,
  HireCommand,
  SetModelPolicyCommand,
  SetRoleGrantsCommand,
  SetRoutingPostureCommand,
  SetSeatCommand,
} from './dto/people-commands.dto.js';
import { PeopleService } from './people.service.js';

/** The result of a command that changes one role is the role as it is then. */
const roleOf = (named: (command: never) => string): CommandOptions => ({
  result: ({ org }: Workspace, command: never) => org.roles.find(({ id }) => id === named(command)),
});
const hired = roleOf(({ role }: { readonly role: Role }) => role.id);
const seated = roleOf(({ employeeId }: SetSeatCommand) => employeeId);
const changed = roleOf(({ roleId }: { readonly roleId: string }) => roleId);

/** Socket commands of people; there are no HTTP routes for them. */
@Injectable()
export class PeopleCommands {
  constructor(
    private readonly people: PeopleService,
    private readonly active: ActiveFloor,
  ) {}

  @SocketCommand('hire', hired)
  hire({ workspaceId, role }: HireCommand): Promise<Workspace> {
    return this.people.hire(this.active.orNamed(workspaceId).id, role);
  }

  @SocketCommand('fire', done)
  fire({ workspaceId, roleId }: FireCommand): Promise<Workspace> {
    return this.people.fire(this.active.orNamed(workspaceId).id, roleId);
  }

  @SocketCommand('setSeat', seated)
  setSeat({ workspaceId, employeeId, ...change }: SetSeatCommand): Promise<Workspace> {
    return this.people.setSeat(this.active.orNamed(workspaceId).id, employeeId, change);
  }

  @SocketCommand('setRoleGrants', changed)
  setGrants({ workspaceId, roleId, ...grants }: SetRoleGrantsCommand): Promise<Workspace> {
    return this.people.setGrants(this.active.orNamed(workspaceId).id, roleId, grants);
  }

  @SocketCommand('setModelPolicy', changed)
  setPolicy({ workspaceId, roleId, policy }: SetModelPolicyCommand): Promise<Workspace> {
    return this.people.setModelPolicy(this.active.orNamed(workspaceId).id, roleId, policy);
  }

  @SocketCommand('setRoutingPosture', done)
  setPosture({ workspaceId, posture }: SetRoutingPostureCommand): Promise<Workspace> {
    return this.people.setRoutingPosture(this.active.orNamed(workspaceId).id, posture);
  }
}
