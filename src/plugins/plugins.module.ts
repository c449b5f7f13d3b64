import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.js';
import { NetModule } from '../platform/net/net.module.js';
import { ProcessModule } from '../platform/process/process.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { Contributions } from './host/contributions.js';
import { InstallDirectory } from './host/install-directory.js';
import { InstalledBundles } from './host/installed-bundles.js';
import { PluginAnnouncer } from './host/plugin-announcer.js';
import { PluginBoot, PluginFollower } from './host/plugin-follower.js';
import { PluginHost } from './host/plugin-host.js';
import { PluginLoader } from './host/plugin-loader.js';
import { PluginRegistry } from './host/plugin-registry.js';
import { PluginStore } from './host/plugin-store.js';
import { PluginUpdates } from './host/plugin-updates.js';
import { WithheldKeys } from './host/withheld-keys.js';
import { MarketplaceClient } from './marketplace/marketplace-client.js';
import { Marketplaces } from './marketplace/marketplaces.js';
import { PluginInstaller } from './marketplace/plugin-installer.js';
import { PluginBundlesRepository } from './persistence/plugin-bundles.repository.js';
import { MarketplaceController } from './marketplace.controller.js';
import { PanelPlaces } from './panels/panel-places.js';
import { PanelsService } from './panels/panels.service.js';
import { PluginsCommands } from './plugins.commands.js';
import { PluginsController } from './plugins.controller.js';
import { PluginsService } from './plugins.service.js';
import { ToolNames } from './tools/tool-names.js';

/**
 * Owns plugins: manifests, processes of their code, marketplaces and panels. It passes
 * contributions to models, skills, tools and workspaces, which do not know plugins and decide when
 * to use them.
 */
@Module({
  imports: [NetModule, ProcessModule, ModelsModule, SkillsModule, ToolsModule, WorkspacesModule],
  // Fixed paths are matched first.
  controllers: [MarketplaceController, PluginsController],
  providers: [
    ToolNames,
    PluginStore,
    PluginRegistry,
    PluginUpdates,
    PluginLoader,
    Contributions,
    WithheldKeys,
    PluginBundlesRepository,
    InstallDirectory,
    InstalledBundles,
    PluginAnnouncer,
    PluginHost,
    PluginBoot,
    PluginFollower,
    PluginsService,
    PluginsCommands,
    MarketplaceClient,
    Marketplaces,
    PluginInstaller,
    PanelPlaces,
    PanelsService,
  ],
  exports: [PluginsService],
})
export class PluginsModule {}
