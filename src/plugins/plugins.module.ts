import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.js';
import { NetModule } from '../platform/net/net.module.js';
import { ProcessModule } from '../platform/process/process.module.js';
import { StateModule } from '../platform/state/state.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { Contributions } from './host/contributions.js';
import { InstallDirectory } from './host/install-directory.js';
import { PluginAnnouncer } from './host/plugin-announcer.js';
import { PluginHost } from './host/plugin-host.js';
import { PluginLoader } from './host/plugin-loader.js';
import { PluginShelf } from './host/plugin-shelf.js';
import { PluginStore } from './host/plugin-store.js';
import { PluginUpdates } from './host/plugin-updates.js';
import { ProviderKeys } from './host/provider-keys.js';
import { MarketplaceClient } from './marketplace/marketplace-client.js';
import { Marketplaces } from './marketplace/marketplaces.js';
import { PluginInstaller } from './marketplace/plugin-installer.js';
import { MarketplaceController } from './marketplace.controller.js';
import { PanelsService } from './panels/panels.service.js';
import { PluginsController } from './plugins.controller.js';
import { PluginsService } from './plugins.service.js';

/**
 * Owns plugins: their manifests, the processes their code runs in, marketplaces and panels. What
 * they contribute it hands to models, skills, tools and workspaces, which know nothing of it; when
 * a contribution is used is not its business.
 */
@Module({
  imports: [
    StateModule,
    NetModule,
    ProcessModule,
    ModelsModule,
    SkillsModule,
    ToolsModule,
    WorkspacesModule,
  ],
  // Fixed paths are matched first.
  controllers: [MarketplaceController, PluginsController],
  providers: [
    PluginStore,
    PluginShelf,
    PluginUpdates,
    PluginLoader,
    Contributions,
    ProviderKeys,
    InstallDirectory,
    PluginAnnouncer,
    PluginHost,
    PluginsService,
    MarketplaceClient,
    Marketplaces,
    PluginInstaller,
    PanelsService,
  ],
})
export class PluginsModule {}
