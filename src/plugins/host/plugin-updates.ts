import { Injectable } from '@nestjs/common';
import type { PluginUpdate } from '../../protocol/records/plugins.js';

/** What the last update check found. It is not stored: the next check finds it again. */
@Injectable()
export class PluginUpdates {
  private byId: ReadonlyMap<string, PluginUpdate> = new Map();
  private checkedAt: number | undefined;

  /** Undefined = never checked since the start. */
  get lastCheckedAt(): number | undefined {
    return this.checkedAt;
  }

  get(pluginId: string): PluginUpdate | undefined {
    return this.byId.get(pluginId);
  }

  /** Puts the findings of a check in place of the earlier ones. */
  replace(found: ReadonlyMap<string, PluginUpdate>, checkedAt: number): void {
    this.byId = found;
    this.checkedAt = checkedAt;
  }

  /** Forgets what was found of plugins that are gone or have another version by now. */
  keepTo(installedVersion: (pluginId: string) => string | undefined): void {
    this.byId = new Map(
      [...this.byId].filter(([id, { installed }]) => installedVersion(id) === installed),
    );
  }
}
