import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../../platform/socket/socket-command.js';
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

/** Socket commands of people; there are no HTTP routes for them. */
@Injectable()
export class PeopleCommands {
  constructor(
    private readonly people: PeopleService,
    private readonly active: ActiveFloor,
  ) {}

  @SocketCommand('hire')
  async hire({ workspaceId, role }: HireCommand): Promise<void> {
    await this.people.hire(this.active.orNamed(workspaceId).id, role);
  }

  @SocketCommand('fire')
  async fire({ workspaceId, roleId }: FireCommand): Promise<void> {
    await this.people.fire(this.active.orNamed(workspaceId).id, roleId);
  }

  @SocketCommand('setSeat')
  async setSeat({ workspaceId, employeeId, ...change }: SetSeatCommand): Promise<void> {
    await this.people.setSeat(this.active.orNamed(workspaceId).id, employeeId, change);
  }

  @SocketCommand('setRoleGrants')
  async setGrants({ workspaceId, roleId, ...grants }: SetRoleGrantsCommand): Promise<void> {
    await this.people.setGrants(this.active.orNamed(workspaceId).id, roleId, grants);
  }

  @SocketCommand('setModelPolicy')
  async setPolicy({ workspaceId, roleId, policy }: SetModelPolicyCommand): Promise<void> {
    await this.people.setModelPolicy(this.active.orNamed(workspaceId).id, roleId, policy);
  }

  @SocketCommand('setRoutingPosture')
  async setPosture({ workspaceId, posture }: SetRoutingPostureCommand): Promise<void> {
    await this.people.setRoutingPosture(this.active.orNamed(workspaceId).id, posture);
  }
}
