import type { Role } from './organisation.js';

/**
 * Agents, commands and skills that a floor's folder holds for other tools. A person imports them;
 * fields that would give rights are named in `leftOut` and never imported. All texts are foreign.
 */
export interface FloorOffers {
  readonly roles: readonly FolderRole[];
  readonly briefs: readonly FolderBrief[];
  /** Every run of the floor may use these. */
  readonly skills: readonly FolderSkill[];
  readonly skipped: readonly SkippedFile[];
}

/** An agent as a role that can be hired. */
export interface FolderRole {
  /** Relative to the folder. */
  readonly path: string;
  /** With tools that only read. */
  readonly role: Role;
  /** Fields of the file that are not taken over. */
  readonly leftOut: readonly string[];
}

/** A command or prompt, as a brief. */
export interface FolderBrief {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** The text with its placeholders for arguments. */
  readonly brief: string;
  readonly arguments: readonly BriefArgument[];
  readonly leftOut: readonly string[];
}

export interface BriefArgument {
  /** Placeholder as written in the brief, such as `$1`. */
  readonly token: string;
  readonly label: string;
}

export interface FolderSkill {
  readonly path: string;
  readonly id: string;
  readonly description: string;
}

/** A file or folder that is not offered, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}
