import { Module } from '@nestjs/common';
import { McpModule } from '../mcp/mcp.module.js';
import { MemoryModule } from '../memory/memory.module.js';
import { ModelsModule } from '../models/models.module.js';
import { HelloSource } from '../platform/socket/hello-source.js';
import { PluginsModule } from '../plugins/plugins.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { VendorsModule } from '../vendors/vendors.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { ExtensionStates } from './extension-states.js';
import { FloorStates } from './floor-states.js';
import { ModelStates } from './model-states.js';
import { OfficeBroadcaster } from './office-broadcaster.js';
import { OfficeHello } from './office-hello.js';
import { OfficeStateService } from './office-state.service.js';
import { OfficeController } from './office.controller.js';
import { ShownRuns } from './shown-runs.js';

/**
 * Owns the view of the whole office: assembling it, greeting sockets with it and sending it after
 * changes.
 */
@Module({
  imports: [
    McpModule,
    MemoryModule,
    ModelsModule,
    PluginsModule,
    RunsModule,
    SettingsModule,
    SkillsModule,
    VendorsModule,
    WorkspacesModule,
  ],
  controllers: [OfficeController],
  providers: [
    OfficeStateService,
    ExtensionStates,
    FloorStates,
    ModelStates,
    ShownRuns,
    OfficeBroadcaster,
    OfficeHello,
    { provide: HelloSource, useExisting: OfficeHello },
  ],
  exports: [HelloSource],
})
export class OfficeModule {}
