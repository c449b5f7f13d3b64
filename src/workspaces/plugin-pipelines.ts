import { Injectable } from '@nestjs/common';
import type { Pipeline } from '../protocol/records/work.js';

/** Pipelines that plugins offer to every floor, in the order in which the plugins came. */
@Injectable()
export class PluginPipelines {
  private readonly byPlugin = new Map<string, readonly Pipeline[]>();
  private all: readonly Pipeline[] = [];

  /** Offers a plugin's pipelines, in place of those it offered before; returns their withdrawal. */
  register(pluginId: string, pipelines: readonly Pipeline[]): () => void {
    this.byPlugin.set(pluginId, pipelines);
    this.gather();
    return () => {
      if (this.byPlugin.get(pluginId) !== pipelines) return;
      this.byPlugin.delete(pluginId);
      this.gather();
    };
  }

  /** The same list until a plugin comes or goes. */
  list(): readonly Pipeline[] {
    return this.all;
  }

  private gather(): void {
    this.all = [...this.byPlugin.values()].flat();
  }
}
