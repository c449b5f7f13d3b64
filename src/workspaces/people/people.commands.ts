import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import {
  FireCommand,
  HireCommand,
  SetModelPolicyCommand,
  SetRoleGrantsCommand,
  SetRoutingPostureCommand,
  SetSeatCommand,
} from './dto/people-commands.dto.js';
import { PeopleService } from './people.service.js';

/** Socket commands of people; there are no HTTP routes for them. */
@Injectable()
export class PeopleCommands {
  constructor(private readonly people: PeopleService) {}

  @SocketCommand('hire')
  async hire({ workspaceId, role }: HireCommand): Promise<void> {
    await this.people.hire(workspaceId, role);
  }

  @SocketCommand('fire')
  async fire({ workspaceId, roleId }: FireCommand): Promise<void> {
    await this.people.fire(workspaceId, roleId);
  }

  @SocketCommand('setSeat')
  async setSeat({ workspaceId, employeeId, ...change }: SetSeatCommand): Promise<void> {
    await this.people.setSeat(workspaceId, employeeId, change);
  }

  @SocketCommand('setRoleGrants')
  async setGrants({ workspaceId, roleId, ...grants }: SetRoleGrantsCommand): Promise<void> {
    await this.people.setGrants(workspaceId, roleId, grants);
  }

  @SocketCommand('setModelPolicy')
  async setPolicy({ workspaceId, roleId, policy }: SetModelPolicyCommand): Promise<void> {
    await this.people.setModelPolicy(workspaceId, roleId, policy);
  }

  @SocketCommand('setRoutingPosture')
  async setPosture({ workspaceId, posture }: SetRoutingPostureCommand): Promise<void> {
    await this.people.setRoutingPosture(workspaceId, posture);
  }
}
