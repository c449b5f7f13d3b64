import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { ActiveFloor } from './active-floor.service.js';
import { EmployeeUsageRepository } from './employees/employee-usage.repository.js';
import { EmployeesService } from './employees/employees.service.js';
import { FloorCache } from './floor-cache.js';
import { FloorEditor } from './floor-editor.js';
import { FloorOpening } from './floor-opening.js';
import { FloorViews } from './floor-views.js';
import { FloorDirectories } from './floors/floor-directories.js';
import { FloorSettingsService } from './floors/floor-settings.service.js';
import { FloorsCommands } from './floors/floors.commands.js';
import { FloorsController } from './floors/floors.controller.js';
import { FloorsService } from './floors/floors.service.js';
import { PeopleCommands } from './people/people.commands.js';
import { PeopleService } from './people/people.service.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';
import { PluginPipelines } from './plugin-pipelines.js';
import { RoomsCommands } from './rooms/rooms.commands.js';
import { RoomsService } from './rooms/rooms.service.js';
import { RunFigures } from './run-figures.js';
import { WorkspacesService } from './workspaces.service.js';

/**
 * Owns the floors: their directories, people, rooms, money and looks, and which one is shown. It
 * knows nothing of runs, which report their figures to it, nor of plugins, which register with it.
 */
@Module({
  imports: [SettingsModule, SkillsModule, ToolsModule],
  controllers: [FloorsController],
  providers: [
    WorkspacesRepository,
    EmployeeUsageRepository,
    FloorCache,
    FloorOpening,
    FloorEditor,
    FloorViews,
    FloorDirectories,
    WorkspacesService,
    EmployeesService,
    ActiveFloor,
    FloorsService,
    FloorSettingsService,
    FloorsCommands,
    PeopleService,
    PeopleCommands,
    RoomsService,
    RoomsCommands,
    PluginPipelines,
    RunFigures,
  ],
  exports: [
    WorkspacesService,
    EmployeesService,
    ActiveFloor,
    FloorViews,
    PluginPipelines,
    RunFigures,
  ],
})
export class WorkspacesModule {}
