import { Injectable } from '@nestjs/common';
import type { PluginUpdate } from '../../protocol/records/plugins.js';

/** Findings of the last update check. Not stored: the next check repeats it. */
@Injectable()
export class PluginUpdates {
  private byId: ReadonlyMap<string, PluginUpdate> = new Map();
  private checkedAt: number | undefined;

  /** Undefined = not checked since the start. */
  get lastCheckedAt(): number | undefined {
    return this.checkedAt;
  }

  get(pluginId: string): PluginUpdate | undefined {
    return this.byId.get(pluginId);
  }

  /** Replaces the findings. */
  replace(found: ReadonlyMap<string, PluginUpdate>, checkedAt: number): void {
    this.byId = found;
    this.checkedAt = checkedAt;
  }

  /** Drops findings about plugins that are gone or have another version. */
  keepTo(installedVersion: (pluginId: string) => string | undefined): void {
    this.byId = new Map(
      [...this.byId].filter(([id, { installed }]) => installedVersion(id) === installed),
    );
  }
}
