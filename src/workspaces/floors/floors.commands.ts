import { Injectable } from '@nestjs/common';
import { done, SocketCommand } from '../../platform/socket/socket-command.js';
import {
  AnyValue,
  OptionalAnyValue,
  OptionalChoice,
  OptionalFlag,
  OptionalNullableString,
  OptionalString,
  OptionalStrings,
  RequiredObject,
  RequiredString,
  RequiredStrings,
} from '../../platform/validation/fields.js';
import { givesMoreThan, WidensRights } from '../../platform/http/widening-rights.js';
import {
  type FloorShell,
  floorShells,
  type Isolation,
  isolations,
} from '../../protocol/records/enums.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { ActiveFloor } from '../active-floor.service.js';
import { OnFloorCommand } from '../on-floor.command.js';
import { OpenFloorCommand, openingInside } from './dto/open-floor.dto.js';
import { FloorSettingsService } from './floor-settings.service.js';
import { FloorClosingService } from './floor-closing.service.js';
import { FloorsService } from './floors.service.js';
import { placed } from './placed.js';

/** Payload of commands that require a floor. */
class NamedFloorCommand {
  @RequiredString()
  workspaceId!: string;
}

class SetFloorSkillsCommand extends OnFloorCommand {
  @RequiredStrings()
  skillIds!: string[];
}

class SetFloorBudgetCommand extends OnFloorCommand {
  @RequiredObject()
  budget!: Record<string, unknown>;
}

class SetFloorDetailsCommand extends OnFloorCommand {
  @OptionalString()
  name?: string;

  @OptionalString()
  description?: string;

  @OptionalString()
  color?: string;
}

class SetFloorStyleCommand extends OnFloorCommand {
  /** The whole style; null = the default preset. */
  @AnyValue()
  style!: unknown;
}

class SetFloorShellCommand extends OnFloorCommand {
  @OptionalChoice(floorShells)
  shell?: FloorShell;

  /** Null = the defaults. */
  @OptionalAnyValue()
  sandboxBounds?: unknown;

  @OptionalFlag()
  packages?: boolean;

  @OptionalStrings()
  hosts?: string[];

  @OptionalStrings()
  visibleSecrets?: string[];

  @OptionalFlag()
  trusted?: boolean;
}

class SetFloorIsolationCommand extends OnFloorCommand {
  @OptionalChoice(isolations)
  isolation?: Isolation;

  /** Null = nothing is run. */
  @OptionalNullableString()
  worktreeSetup?: string | null;
}

/** Socket commands of floors. */
@Injectable()
export class FloorsCommands {
  constructor(
    private readonly floors: FloorsService,
    private readonly closing: FloorClosingService,
    private readonly settings: FloorSettingsService,
    private readonly active: ActiveFloor,
  ) {}

  @WidensRights(givesMoreThan(...openingInside))
  @SocketCommand('createWorkspace', placed)
  create(request: OpenFloorCommand): Promise<Workspace> {
    return this.floors.open(request);
  }

  @WidensRights(false)
  @SocketCommand('removeWorkspace', done)
  remove({ workspaceId }: NamedFloorCommand): Promise<void> {
    return this.closing.close(workspaceId);
  }

  @WidensRights(false)
  @SocketCommand('selectWorkspace', done)
  select({ workspaceId }: NamedFloorCommand): Promise<void> {
    return this.active.select(workspaceId);
  }

  @WidensRights(false)
  @SocketCommand('setWorkspaceSkills', placed)
  setSkills({ workspaceId, skillIds }: SetFloorSkillsCommand): Promise<Workspace> {
    return this.settings.setSkills(workspaceId, skillIds);
  }

  @WidensRights(false)
  @SocketCommand('setWorkspaceBudget', placed)
  setBudget({ workspaceId, budget }: SetFloorBudgetCommand): Promise<Workspace> {
    return this.settings.setBudget(workspaceId, budget);
  }

  @WidensRights(givesMoreThan('workspaceId', 'name', 'description', 'color'))
  @SocketCommand('setWorkspaceDetails', placed)
  setDetails({ workspaceId, ...details }: SetFloorDetailsCommand): Promise<Workspace> {
    return this.settings.setDetails(workspaceId, details);
  }

  @WidensRights(false)
  @SocketCommand('setWorkspaceStyle', placed)
  setStyle({ workspaceId, style }: SetFloorStyleCommand): Promise<Workspace> {
    return this.settings.setStyle(workspaceId, style);
  }

  @WidensRights(true)
  @SocketCommand('setWorkspaceShell', placed)
  setShell({ workspaceId, ...patch }: SetFloorShellCommand): Promise<Workspace> {
    return this.settings.setShell(workspaceId, patch);
  }

  @WidensRights(givesMoreThan('workspaceId', 'isolation'))
  @SocketCommand('setWorkspaceIsolation', placed)
  setIsolation({ workspaceId, ...patch }: SetFloorIsolationCommand): Promise<Workspace> {
    return this.settings.setIsolation(workspaceId, patch);
  }
}
