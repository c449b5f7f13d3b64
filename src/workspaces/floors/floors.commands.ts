import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { ActiveFloor } from '../active-floor.service.js';
import {
  NamedFloorCommand,
  SetFloorBudgetCommand,
  SetFloorDetailsCommand,
  SetFloorSkillsCommand,
  SetFloorStyleCommand,
} from './dto/floor-commands.dto.js';
import { OpenFloorCommand } from './dto/open-floor.dto.js';
import { FloorSettingsService } from './floor-settings.service.js';
import { FloorClosingService } from './floor-closing.service.js';
import { FloorsService } from './floors.service.js';

/** Socket commands of floors. */
@Injectable()
export class FloorsCommands {
  constructor(
    private readonly floors: FloorsService,
    private readonly closing: FloorClosingService,
    private readonly settings: FloorSettingsService,
    private readonly active: ActiveFloor,
  ) {}

  @SocketCommand('createWorkspace')
  async create(request: OpenFloorCommand): Promise<void> {
    await this.floors.open(request);
  }

  @SocketCommand('removeWorkspace')
  remove({ workspaceId }: NamedFloorCommand): Promise<void> {
    return this.closing.close(workspaceId);
  }

  @SocketCommand('selectWorkspace')
  select({ workspaceId }: NamedFloorCommand): Promise<void> {
    return this.active.select(workspaceId);
  }

  @SocketCommand('setWorkspaceSkills')
  async setSkills({ workspaceId, skillIds }: SetFloorSkillsCommand): Promise<void> {
    await this.settings.setSkills(workspaceId, skillIds);
  }

  @SocketCommand('setWorkspaceBudget')
  async setBudget({ workspaceId, budget }: SetFloorBudgetCommand): Promise<void> {
    await this.settings.setBudget(workspaceId, budget);
  }

  @SocketCommand('setWorkspaceDetails')
  async setDetails({ workspaceId, ...details }: SetFloorDetailsCommand): Promise<void> {
    await this.settings.setDetails(workspaceId, details);
  }

  @SocketCommand('setWorkspaceStyle')
  async setStyle({ workspaceId, style }: SetFloorStyleCommand): Promise<void> {
    await this.settings.setStyle(workspaceId, style);
  }
}
