import type { SkillVia } from './enums.js';

/** A skill document; `body` and `sourcePath` never reach the wire. */
export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly taskClasses?: readonly string[];
  readonly requiresTools?: readonly string[];
  /** Rough cost of the body in tokens. */
  readonly estimatedTokens?: number;
  readonly version?: string;
  readonly body: string;
  readonly sourcePath: string;
  /** Path of a skill that is a folder: absolute, or relative to the workspace. */
  readonly folder?: string;
  /** Texts of the folder that are read as documents; absent: its files are in the workspace. */
  readonly files?: readonly SkillFile[];
}

export interface SkillFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
}

export interface SkillSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** A tool that can be granted. */
export interface ToolInfo {
  readonly name: string;
  readonly description: string;
  /** Null = built in. */
  readonly pluginId: string | null;
}

/** Why an employee was given a skill for a turn. */
export interface SkillSelection {
  readonly skillId: string;
  readonly reason: string;
  readonly via: SkillVia;
}
