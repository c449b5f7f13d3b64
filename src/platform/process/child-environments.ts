import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../config/office-config.js';
import { inheritedEnvironment } from './child-environment.js';

/**
 * The environment of all child processes: shells, git, MCP servers and harnesses. Code that adds a
 * credential's name to the service (a plugin's provider) withholds it here.
 */
@Injectable()
export class ChildEnvironments {
  private readonly added: string[] = [];
  private marks: Readonly<Record<string, string>> = {};

  constructor(private readonly config: OfficeConfig) {}

  /** A new object without credentials. */
  inherited(): Record<string, string> {
    const { environment, childEnvironment, secretNames, secrets } = this.config;
    const inherited = inheritedEnvironment(environment, {
      added: childEnvironment,
      withheld: [...secretNames, ...this.added],
      values: secrets,
    });
    return { ...inherited, ...this.marks };
  }

  /** Adds variables that identify children to every later environment. */
  markAs(marks: Readonly<Record<string, string>>): void {
    this.marks = marks;
  }

  /**
   * Excludes one more variable from all children.
   * @returns a function that undoes it.
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
