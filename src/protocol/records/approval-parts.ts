import type { ApprovalDecider, ApprovalKind, ApprovalScope } from './enums.js';

/** What a yes covers, and what it allows. */
export interface ApprovalReach {
  /** What the action may touch, in words. */
  readonly touches?: string;
  /**
   * The calls of one answer that are asked together, in their order; absent: a single call. Each may
   * be answered alone; the approval is decided with the last, and approved if any is.
   */
  readonly items?: readonly ApprovalItem[];
  /** The floor's check with this command; absent: none. */
  readonly check?: string;
  /** What a yes to the floor's checks covers; absent: it is not offered. */
  readonly checks?: FloorChecks;
  /** What a yes to everything inside the sandbox covers; absent: it is not offered. */
  readonly sandbox?: SandboxReach;
  /**
   * State of the files that say what the command does at the time of the question; absent: none.
   */
  readonly files?: readonly ApprovedFile[];
}

/** A file to which a yes is bound. */
export interface ApprovedFile {
  /** Relative to the workspace if it is in it. */
  readonly path: string;
  /**
   * SHA-256 of its content, or of its size and times if it is large or looks like a secret; null:
   * it did not exist.
   */
  readonly hash: string | null;
}

/** What a yes to everything inside a sandbox allows. */
export interface SandboxReach {
  readonly workspaceId: string;
  /** In words. */
  readonly told: string;
}

/** A run, or a floor, whose commands run in a sandbox without asking. */
export interface AllowedSandbox {
  /** Null: every run of the floor. */
  readonly runId: string | null;
  readonly approvalId: string;
  readonly allowedAt: number;
  /** Name given by the person; null: none. */
  readonly allowedBy: string | null;
}

/** One call of an approval for several. */
export interface ApprovalItem {
  /** Id of the tool call. */
  readonly id: string;
  readonly tool: string;
  readonly kind: ApprovalKind;
  readonly summary: string;
  /** Exact command, patch or reason. */
  readonly detail: string;
  readonly touches?: string;
  /** Scopes that a yes may have; absent: only once. */
  readonly scopes?: readonly ApprovalScope[];
  /** What a yes for the run covers. */
  readonly covers?: string;
  /** The floor's check with this command; absent: none. */
  readonly check?: string;
  /** As in `ApprovalReach`. */
  readonly files?: readonly ApprovedFile[];
  /** The answer; absent: open. */
  readonly approved?: boolean;
  /** Scope of the yes; absent: once. */
  readonly scope?: ApprovalScope;
  readonly reason?: string;
  readonly decidedBy?: ApprovalDecider;
  readonly decidedByName?: string;
}

/** The checks of a floor that one yes allows. */
export interface FloorChecks {
  readonly workspaceId: string;
  readonly commands: readonly string[];
  /** Hash of the files that define the commands, when it was asked; a change asks again. */
  readonly definition: string;
  /** What the yes allows, in words. */
  readonly told: string;
}

/** A check of a floor that runs without asking. */
export interface AllowedCheck {
  readonly command: string;
  /** Hash of the files that define it, as in `FloorChecks`. */
  readonly definition: string;
  readonly approvalId: string;
  readonly allowedAt: number;
  /** Name given by the person; null: none. */
  readonly allowedBy: string | null;
}
