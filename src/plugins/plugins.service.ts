import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../platform/errors/office-error.js';
import type {
  OfferedPipeline,
  OfferedRole,
  PluginRecord,
  PluginSettingsView,
  PluginSystemState,
} from '../protocol/records/plugins.js';
import { pluginTexts } from '../protocol/texts/plugins.js';
import { PluginAnnouncer } from './host/plugin-announcer.js';
import { PluginHost } from './host/plugin-host.js';
import { PanelsService } from './panels/panels.service.js';

/** What operators can see of plugins and do with them. */
@Injectable()
export class PluginsService {
  constructor(
    private readonly host: PluginHost,
    private readonly announcer: PluginAnnouncer,
    private readonly panels: PanelsService,
  ) {}

  /** The same object until a change. */
  state(): PluginSystemState {
    return this.announcer.state();
  }

  /** @throws NotFoundError */
  read(id: string): PluginRecord {
    const record = this.state().records.find(({ manifest }) => manifest.id === id);
    if (record === undefined) throw new NotFoundError(pluginTexts.noPlugin(id));
    return record;
  }

  /** @throws NotFoundError */
  settings(id: string): PluginSettingsView {
    const { manifest, settings } = this.read(id);
    return { schema: manifest.settings ?? [], values: settings };
  }

  roleTemplates(): readonly OfferedRole[] {
    return this.announcer
      .inForce()
      .flatMap(({ manifest: { id, contributes } }) =>
        (contributes?.roleTemplates ?? []).map((role) => ({ pluginId: id, role })),
      );
  }

  pipelines(): readonly OfferedPipeline[] {
    return this.announcer
      .inForce()
      .flatMap(({ manifest: { id, contributes } }) =>
        (contributes?.pipelines ?? []).map((pipeline) => ({ pluginId: id, pipeline })),
      );
  }

  /** @throws RefusedError for an unknown plugin, or with the reason of a failed activation. */
  enable(id: string, enabled: boolean): Promise<PluginRecord> {
    return this.host.enable(id, enabled);
  }

  /** @throws RefusedError naming the invalid values; nothing changes then. */
  configure(id: string, settings: Readonly<Record<string, unknown>>): Promise<PluginRecord> {
    return this.host.configure(id, settings);
  }

  /** @throws RefusedError for an unknown plugin or provider, or a variable of the service. */
  confirmKey(id: string, providerId: string, confirmed: boolean): Promise<void> {
    return this.host.confirmKey(id, providerId, confirmed);
  }

  async refresh(): Promise<PluginSystemState> {
    await this.panels.forget();
    await this.host.refresh();
    return this.state();
  }

  /** @throws RefusedError for an unknown or bundled plugin. */
  remove(id: string): Promise<void> {
    return this.host.remove(id);
  }
}
