import { Module, type DynamicModule } from '@nestjs/common';
import { ConversationsModule } from './conversations/conversations.module.js';
import { McpDoorModule } from './doors/mcp/mcp-door.module.js';
import { ForgesModule } from './doors/forges/forges.module.js';
import { OutboxModule } from './doors/outbox/outbox.module.js';
import { entities } from './entities.js';
import { TriggersModule } from './doors/triggers/triggers.module.js';
import { TokensModule } from './doors/tokens/tokens.module.js';
import { HealthModule } from './health/health.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { MemoryModule } from './memory/memory.module.js';
import { ModelsModule } from './models/models.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { OfficeModule } from './office/office.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { FleetModule } from './platform/fleet/fleet.module.js';
import { PlatformModule, type BootContext } from './platform/platform.module.js';
import { SocketModule } from './platform/socket/socket.module.js';
import { PluginsModule } from './plugins/plugins.module.js';
import { RunQueueModule } from './runs/queue/run-queue.module.js';
import { RunsModule } from './runs/runs.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SkillsModule } from './skills/skills.module.js';
import { ToolsModule } from './tools/tools.module.js';
import { VendorsModule } from './vendors/vendors.module.js';
import { WorkspacesModule } from './workspaces/workspaces.module.js';

/** The modules of the service. */
@Module({})
export class AppModule {
  static on(bootContext: BootContext): DynamicModule {
    return {
      module: AppModule,
      imports: [
        // Routes are tried in this order, and this one is asked for most.
        HealthModule.withWorkFrom(RunsModule, SettingsModule),
        PlatformModule.on(bootContext),
        DatabaseModule.withEntities(entities),
        FleetModule,
        SettingsModule,
        WorkspacesModule,
        ModelsModule,
        SkillsModule,
        ToolsModule,
        MemoryModule,
        ConversationsModule,
        RunQueueModule.of(bootContext.config.fleet),
        RunsModule,
        McpModule,
        McpDoorModule,
        VendorsModule,
        PluginsModule,
        TokensModule,
        OutboxModule,
        TriggersModule,
        ForgesModule,
        OfficeModule,
        SocketModule.withHelloFrom(OfficeModule),
        ObservabilityModule.withWorkFrom(RunsModule),
      ],
    };
  }
}
