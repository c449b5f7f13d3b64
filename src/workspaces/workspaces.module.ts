import { Module } from '@nestjs/common';
import { CommandsModule } from '../platform/commands/commands.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { ActiveFloorProjection } from './active-floor-projection.js';
import { ActiveFloorStore } from './active-floor-store.js';
import { ActiveFloor } from './active-floor.service.js';
import { EmployeeProjection } from './employees/employee-projection.js';
import { EmployeesRepository } from './employees/employees.repository.js';
import { EmployeesService } from './employees/employees.service.js';
import { ShownEmployees } from './employees/shown-employees.js';
import { FloorEditor } from './floor-editor.js';
import { FloorOpening } from './floor-opening.js';
import { FloorProjection } from './floor-projection.js';
import { FloorViews } from './floor-views.js';
import { FloorFilesCommands } from './files/floor-files.commands.js';
import { FloorFilesController } from './files/floor-files.controller.js';
import { FloorFilesService } from './files/floor-files.service.js';
import { FloorDirectories } from './floors/floor-directories.js';
import { FloorSettingsService } from './floors/floor-settings.service.js';
import { FloorsCommands } from './floors/floors.commands.js';
import { FloorsController } from './floors/floors.controller.js';
import { FloorClosingService } from './floors/floor-closing.service.js';
import { FloorFolders } from './floors/floor-folders.service.js';
import { FoldersController } from './floors/folders.controller.js';
import { FloorsService } from './floors/floors.service.js';
import { FloorOffersController } from './offers/floor-offers.controller.js';
import { FloorOffersService } from './offers/floor-offers.service.js';
import { PeopleCommands } from './people/people.commands.js';
import { PeopleService } from './people/people.service.js';
import { ShownFloors } from './shown-floors.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';
import { PluginPipelines } from './plugin-pipelines.js';
import { RoomsCommands } from './rooms/rooms.commands.js';
import { RoomsService } from './rooms/rooms.service.js';
import { WorkspaceFiles } from './workspace-files.js';
import { WorkspacesService } from './workspaces.service.js';

/**
 * Owns floors: directories, people, rooms, money and style, and which one is shown. It does not
 * know runs, whose figures come through a port, nor plugins, which register with it.
 */
@Module({
  imports: [CommandsModule, SettingsModule, SkillsModule, ToolsModule],
  controllers: [FloorsController, FoldersController, FloorFilesController, FloorOffersController],
  providers: [
    WorkspacesRepository,
    EmployeesRepository,
    FloorProjection,
    EmployeeProjection,
    ActiveFloorProjection,
    ActiveFloorStore,
    ShownFloors,
    FloorOpening,
    FloorEditor,
    FloorViews,
    FloorDirectories,
    FloorFolders,
    WorkspaceFiles,
    WorkspacesService,
    EmployeesService,
    ShownEmployees,
    ActiveFloor,
    FloorsService,
    FloorClosingService,
    FloorSettingsService,
    FloorsCommands,
    FloorFilesService,
    FloorFilesCommands,
    FloorOffersService,
    PeopleService,
    PeopleCommands,
    RoomsService,
    RoomsCommands,
    PluginPipelines,
  ],
  exports: [
    ShownFloors,
    WorkspacesService,
    EmployeesService,
    ActiveFloor,
    FloorViews,
    PluginPipelines,
    WorkspaceFiles,
  ],
})
export class WorkspacesModule {}
