import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../config/office-config.js';
import { inheritedEnvironment } from './child-environment.js';

/**
 * What every process this service starts may inherit: shells, git, MCP servers and harnesses.
 * Whoever brings a credential's name into the service (a plugin's provider) withholds it here.
 */
@Injectable()
export class ChildEnvironments {
  private readonly added: string[] = [];

  constructor(private readonly config: OfficeConfig) {}

  /** A fresh object without credentials. */
  inherited(): Record<string, string> {
    const { environment, childEnvironment, secretNames, secrets } = this.config;
    return inheritedEnvironment(environment, {
      added: childEnvironment,
      withheld: [...secretNames, ...this.added],
      values: secrets,
    });
  }

  /**
   * Names one more variable that no child may inherit.
   * @returns a function that lifts this again.
   */
  withhold(name: string): () => void {
    this.added.push(name);
    let held = true;
    return () => {
      if (held) this.added.splice(this.added.indexOf(name), 1);
      held = false;
    };
  }
}
