import type {
  CheckMoment,
  CommandConfinement,
  CommandRunner,
  ForeignKind,
  RunDeedKind,
} from './enums.js';

/** A host that a command in the sandbox asked for. */
export interface AskedHost {
  readonly host: string;
  readonly port: number;
  /** False: it was not reached. */
  readonly allowed: boolean;
}

/** How a command ended. */
export interface CommandEnd {
  /** Null: it was killed, or has not ended. */
  readonly exitCode: number | null;
  /** Null: it is not known how all its parts ended, as with `;` and `||`, or it has not ended. */
  readonly succeeded: boolean | null;
  /** The end of its output: at most 20 lines and 2,000 characters. */
  readonly tail: string;
  /** How it was confined; absent in records of earlier versions, when nothing was. */
  readonly confinement?: CommandConfinement;
  /** The hosts that it asked for inside a sandbox, the first 100; absent: none. */
  readonly hosts?: readonly AskedHost[];
}

/** A command that was run and its recorded result; nothing here is an employee's own claim. */
export interface CommandEvidence extends CommandEnd {
  /** Null: the office ran it. */
  readonly turnId: string | null;
  /** Null: the office ran it. */
  readonly roleId: string | null;
  readonly by: CommandRunner;
  /** When it was run; in records of earlier versions when its turn began. */
  readonly at: number;
  /** At most 8,000 characters. */
  readonly command: string;
  /** One line. */
  readonly outcome: string;
  /** Files of the workspace that were changed later, relative to it; the first 50. */
  readonly changedSince: readonly string[];
}

/** A check as the office ran it once. */
export interface CheckRecord extends Omit<CommandEnd, 'succeeded'> {
  readonly command: string;
  readonly moment: CheckMoment;
  /** The stage before or after which it was run; null: at the end of the run. */
  readonly stageId: string | null;
  /** Pass of the review after whose revision it was run; absent: after none. */
  readonly pass?: number;
  readonly at: number;
  readonly durationMs: number;
  /** One line. */
  readonly outcome: string;
  /** Fingerprints of the lines that tell what failed, by which two failures are compared. */
  readonly failures: readonly string[];
  /** The document with its output. */
  readonly artifactId: string;
}

/** A delivery, a revert or its repetition, or the end of a worktree. */
export interface RunDeed {
  readonly kind: RunDeedKind;
  readonly at: number;
  readonly by: 'person' | 'office';
  /** Name given by the person, at most 80 characters; unchecked, because there are no accounts. */
  readonly byName?: string;
  /** Of a revert: the first turn that it reverted; absent: the whole run. */
  readonly turnId?: string;
  /** Of a revert: when it was taken back; absent: it was not. */
  readonly undone?: number;
  /** The branch that was made, or pushed. */
  readonly branch?: string;
  /** Reason of the office, as words after "as"; absent: the kind tells it. */
  readonly note?: string;
}

/** Where a text comes from that neither a person nor the office has written. */
export interface ForeignSource {
  readonly kind: ForeignKind;
  /** Address, query, server and tool, or path. */
  readonly name: string;
  readonly at: number;
}
