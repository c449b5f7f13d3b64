import { Injectable } from '@nestjs/common';
import { ChildEnvironments } from '../../platform/process/child-environments.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';

/**
 * Withholds the keys of plugins' providers from all child processes, also for disabled and failed
 * plugins, because the operator's key is a secret in any case.
 */
@Injectable()
export class WithheldKeys {
  private lifts: ReadonlyMap<string, () => void> = new Map();

  constructor(private readonly environments: ChildEnvironments) {}

  /** Withholds exactly the variables that these manifests name. */
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
