import type { AllowedCheck, AllowedSandbox } from './records/approval-parts.js';
import type { RunComment } from './records/change-review.js';
import type { Done } from './answers.js';
import type { MemoryFact, MemoryRetraction } from './records/memory.js';
import type { OfficeSettings } from './records/office.js';
import type { Role, WorkspaceSummary } from './records/organisation.js';
import type { Approval, Run } from './records/work.js';
import type { DirectMessage, PlanReply } from './records/conversations.js';

/** Place of a floor when the command was carried out. */
export type FloorPlace = Pick<WorkspaceSummary, 'id' | 'name' | 'path' | 'floor'>;

/** A message about what was done. */
export interface Told {
  readonly message: string;
  /** Path of an answer with the patch, if one was asked for. */
  readonly patch?: string;
}

/** Nothing was done yet: an approval is asked for. */
export interface Asked {
  readonly approvalId: string;
}

/** Result of `commentOnChange`. */
export interface Commented {
  readonly runId: string;
  /** All comments on the change, in order. */
  readonly comments: readonly RunComment[];
  /** The run that got them; null: they are kept. */
  readonly sentTo: Run | null;
}

/** `result` of `command.done` for each command; a command that is missing here has no result. */
export interface CommandResults {
  readonly submit: Run;
  readonly chat: readonly DirectMessage[];
  readonly plan: PlanReply;
  readonly approve: Approval;
  readonly setModelPolicy: Role;
  readonly setRoleGrants: Role;
  readonly setSeat: Role;
  readonly hire: Role;
  readonly setWorkspaceSkills: FloorPlace;
  readonly setWorkspaceBudget: FloorPlace;
  readonly setWorkspaceDetails: FloorPlace;
  readonly setWorkspaceStyle: FloorPlace;
  readonly setWorkspaceShell: FloorPlace;
  readonly setWorkspaceIsolation: FloorPlace;
  readonly createWorkspace: FloorPlace;
  readonly importWorkspace: FloorPlace;
  readonly updateSettings: OfficeSettings;
  readonly rememberFact: MemoryFact;
  readonly retractFact: MemoryRetraction;
  readonly retryRun: Run;
  readonly steerRun: Run;
  readonly revokeChecks: readonly AllowedCheck[];
  readonly revokeSandbox: readonly AllowedSandbox[];
  readonly revertRun: Told;
  readonly deliverRun: Told | Asked;
  readonly discardRun: Told;
  readonly commentOnChange: Commented;
}

export type CommandResult<T> = T extends keyof CommandResults ? CommandResults[T] : Done;
