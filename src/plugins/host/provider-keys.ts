import { Injectable } from '@nestjs/common';
import { ChildEnvironments } from '../../platform/process/child-environments.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';

/**
 * Keeps the keys of providers that plugins brought out of every child process. A plugin that is off
 * or has failed counts as well: what the operator put into the environment for it is no less a
 * secret for that.
 */
@Injectable()
export class ProviderKeys {
  private lifts: ReadonlyMap<string, () => void> = new Map();

  constructor(private readonly environments: ChildEnvironments) {}

  /** Withholds the variables these manifests name, and no others of those it withheld before. */
  keepTo(manifests: readonly PluginManifest[]): void {
    const wanted = new Set(manifests.flatMap(keyVariables));
    const kept = [...wanted].map(
      (name) => [name, this.lifts.get(name) ?? this.environments.withhold(name)] as const,
    );
    for (const [name, lift] of this.lifts) if (!wanted.has(name)) lift();
    this.lifts = new Map(kept);
  }
}

function keyVariables({ contributes }: PluginManifest): readonly string[] {
  return (contributes?.providers ?? []).flatMap(({ keyEnvVar }) => keyEnvVar ?? []);
}
