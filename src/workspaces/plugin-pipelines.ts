import { Injectable } from '@nestjs/common';
import type { Pipeline } from '../protocol/records/work.js';

/** Pipelines offered by plugins, in the order of registration. */
@Injectable()
export class PluginPipelines {
  private readonly byPlugin = new Map<string, readonly Pipeline[]>();
  private all: readonly Pipeline[] = [];

  /** Replaces a plugin's pipelines; returns a function that removes them. */
  register(pluginId: string, pipelines: readonly Pipeline[]): () => void {
    this.byPlugin.set(pluginId, pipelines);
    this.gather();
    return () => {
      if (this.byPlugin.get(pluginId) !== pipelines) return;
      this.byPlugin.delete(pluginId);
      this.gather();
    };
  }

  /** The same list until a change. */
  list(): readonly Pipeline[] {
    return this.all;
  }

  private gather(): void {
    this.all = [...this.byPlugin.values()].flat();
  }
}
