import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.js';
import { HelloSource } from '../platform/socket/hello-source.js';
import { RunsModule } from '../runs/runs.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { OfficeBroadcaster } from './office-broadcaster.js';
import { OfficeHello } from './office-hello.js';
import { OfficeStateService } from './office-state.service.js';
import { OfficeController } from './office.controller.js';
import { ShownRuns } from './shown-runs.js';

/**
 * Owns the view of the whole office: putting it together from the modules, greeting sockets with
 * it and sending it out when it changed. It owns none of what it shows.
 */
@Module({
  imports: [ModelsModule, RunsModule, SettingsModule, SkillsModule, WorkspacesModule],
  controllers: [OfficeController],
  providers: [
    OfficeStateService,
    ShownRuns,
    OfficeBroadcaster,
    OfficeHello,
    { provide: HelloSource, useExisting: OfficeHello },
  ],
  exports: [HelloSource],
})
export class OfficeModule {}
