import type { Done } from '../../protocol/answers.js';
import type { ClientCommandPayloads } from '../../protocol/commands.js';
import type {
  OfferedPipeline,
  OfferedRole,
  PanelResult,
  PluginCatalog,
  PluginRecord,
  PluginSettingsView,
  PluginSettingValue,
  PluginSourceRecord,
  PluginSystemState,
  PluginUpdateCheck,
} from '../../protocol/records/plugins.js';
import type { CallOptions, HttpTransport, Question } from './http-transport.js';

type Settings = Readonly<Record<string, PluginSettingValue>>;

/** The operations on plugins and marketplaces; base of all operations. */
export class PluginOperations {
  constructor(protected readonly transport: HttpTransport) {}

  plugins(call?: CallOptions): Promise<PluginSystemState> {
    return this.get('plugins', call);
  }

  plugin(id: string, call?: CallOptions): Promise<PluginRecord> {
    return this.get(`plugins/${part(id)}`, call);
  }

  roleTemplates(call?: CallOptions): Promise<readonly OfferedRole[]> {
    return this.get('plugins/role-templates', call);
  }

  pipelines(call?: CallOptions): Promise<readonly OfferedPipeline[]> {
    return this.get('plugins/pipelines', call);
  }

  pluginSettings(id: string, call?: CallOptions): Promise<PluginSettingsView> {
    return this.get(`plugins/${part(id)}/settings`, call);
  }

  configurePlugin(id: string, settings: Settings, call?: CallOptions): Promise<PluginRecord> {
    return this.put(`plugins/${part(id)}/settings`, { settings }, call);
  }

  /** The same as `configurePlugin`. */
  patchPluginSettings(id: string, settings: Settings, call?: CallOptions): Promise<PluginRecord> {
    return this.patch(`plugins/${part(id)}/settings`, { settings }, call);
  }

  enablePlugin(id: string, enabled: boolean, call?: CallOptions): Promise<PluginRecord> {
    return this.post(`plugins/${part(id)}/enable`, { enabled }, call);
  }

  refreshPlugins(call?: CallOptions): Promise<PluginSystemState> {
    return this.post('plugins/refresh', undefined, call);
  }

  checkPluginUpdates(call?: CallOptions): Promise<PluginUpdateCheck> {
    return this.post('plugins/updates', undefined, call);
  }

  installPlugin(
    what: ClientCommandPayloads['installPlugin'] & { readonly upgrade?: boolean },
    call?: CallOptions,
  ): Promise<PluginRecord> {
    return this.post('plugins/install', what, call);
  }

  removePlugin(id: string, call?: CallOptions): Promise<Done> {
    return this.delete(`plugins/${part(id)}`, call);
  }

  /** An unreadable panel throws an OfficeRefusal with the reason. */
  panel(pluginId: string, panelId: string, call?: CallOptions): Promise<PanelResult> {
    return this.get(`plugins/${part(pluginId)}/panels/${part(panelId)}`, call);
  }

  marketplaces(call?: CallOptions): Promise<readonly PluginSourceRecord[]> {
    return this.get('plugins/sources', call);
  }

  addMarketplace(
    source: { readonly url: string; readonly label?: string },
    call?: CallOptions,
  ): Promise<PluginSourceRecord> {
    return this.post('plugins/sources', source, call);
  }

  removeMarketplace(id: string, call?: CallOptions): Promise<Done> {
    return this.delete(`plugins/sources/${part(id)}`, call);
  }

  catalog(url: string, call?: CallOptions): Promise<PluginCatalog> {
    return this.get('plugins/catalog', { ...call, query: { url } });
  }

  protected get<T>(path: string, question?: Question): Promise<T> {
    return this.transport.ask(`/api/${path}`, question);
  }

  protected post<T>(path: string, body: unknown, call?: CallOptions): Promise<T> {
    return this.transport.ask(`/api/${path}`, { ...call, method: 'POST', body });
  }

  protected put<T>(path: string, body: unknown, call?: CallOptions): Promise<T> {
    return this.transport.ask(`/api/${path}`, { ...call, method: 'PUT', body });
  }

  protected patch<T>(path: string, body: unknown, call?: CallOptions): Promise<T> {
    return this.transport.ask(`/api/${path}`, { ...call, method: 'PATCH', body });
  }

  protected delete<T>(path: string, call?: CallOptions): Promise<T> {
    return this.transport.ask(`/api/${path}`, { ...call, method: 'DELETE' });
  }
}

/** Part of a path. */
export function part(id: string): string {
  return encodeURIComponent(id);
}
