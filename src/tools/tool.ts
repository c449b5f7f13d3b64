import type { ShellPolicy } from './shell/shell-rules.js';
import type { FileViews } from './files/file-views.js';
import type { HiddenFiles } from './secrets/hidden-files.js';
import type { PathLocks } from '../platform/fleet/path-locks.js';
import type { ModelImage } from '../models/gateway/model-call.js';
import type { ScopedLogger } from '../platform/logging/office-logger.js';
import type {
  ApprovalKind,
  ApprovalScope,
  MemoryKind,
  MemoryScope,
} from '../protocol/records/enums.js';
import type { ApprovedFile } from '../protocol/records/approval-parts.js';
import type { MemoryFactSummary } from '../protocol/records/memory.js';
import type { CommandEnd, ForeignSource } from '../protocol/records/evidence.js';
import type { PlanStep, WorkPlan } from '../protocol/records/work-plan.js';

/** A JSON schema of type `object`; built-in tools allow no additional properties. */
export type ToolParameters = Readonly<Record<string, unknown>>;

/** Arguments as sent by the model: an unchecked JSON object. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool's own result; `presentResult` shortens and fences it. */
export interface ToolResult {
  /** False: the call failed; the content says why. */
  readonly ok: boolean;
  /** For the model. */
  readonly content: string;
  /** For models with image input, in addition to the content. */
  readonly images?: readonly ModelImage[];
  /** One line for people; default: the beginning of the content. */
  readonly preview?: string;
  /** How the command of the call ended. */
  readonly command?: CommandEnd;
  /** The whole text, if the content shows only a part; read by the id of the call. */
  readonly whole?: string;
  /** Foreign texts among the content. */
  readonly foreign?: readonly ForeignText[];
  /** USD that a program outside the office says it spent for the call. */
  readonly spentUsd?: number;
  /** Paths written, relative to the workspace with `/` between the parts. */
  readonly affectsPaths?: readonly string[];
}

/** A text that neither a person nor the office has written. */
export type ForeignText = Pick<ForeignSource, 'kind' | 'name'>;

/** A question to a person before a tool acts. */
export interface ApprovalAsk {
  readonly kind: ApprovalKind;
  /** One line. */
  readonly summary: string;
  /** The exact action. */
  readonly detail: string;
  /**
   * True: the tool has already begun to act, so a crash while it waits interrupts the call instead
   * of asking again.
   */
  readonly midway?: boolean;
  /**
   * What a yes for the rest of the run covers: all questions with the same text; absent: one call.
   */
  readonly covers?: string;
  /** The command line, if it may be a check of the floor. */
  readonly command?: string;
  /** What the action may touch, in words. */
  readonly touches?: string;
  /** Present state of the files that say what the command does; a yes is bound to it. */
  readonly files?: readonly ApprovedFile[];
  /** What a person allows with everything in the sandbox, in words; absent: this is not offered. */
  readonly sandboxTold?: string;
  /** Absent: a yes applies to this call only. */
  readonly grant?: ApprovalGrant;
}

/** A wider effect of a yes: it also answers others that ask for the same. */
export interface ApprovalGrant {
  /** Equal for everything that one yes grants. */
  readonly key: string;
  /** Start of the request, ms; an earlier yes does not count. */
  readonly since: number;
}

export interface ApprovalAnswer {
  /** False also after a timeout. */
  readonly approved: boolean;
  /** What the person said; shown to the model. */
  readonly reason: string | null;
  /** How far the yes reaches; absent: this call. */
  readonly scope?: ApprovalScope;
}

/** A fact as `recall` shows it. Optional source, because a prompt's summary has none. */
export interface RecalledFact extends MemoryFactSummary {
  readonly source?: string | null;
}

/** A fact that an employee proposes. */
export interface ProposedFact {
  /** At most `limits.memoryTextCharacters`. */
  readonly text: string;
  readonly kind: MemoryKind;
  /** Floor and role are those of the turn. */
  readonly scope: MemoryScope;
}

export interface ReadableDocument {
  readonly id: string;
  /** One line. */
  readonly title: string;
  readonly text: string;
}

/** Texts outside the workspace, by id. */
export interface Documents {
  list(): readonly Pick<ReadableDocument, 'id' | 'title'>[];
  read(id: string): ReadableDocument | undefined;
}

/** What a tool may know of its turn and request from it. */
export interface ToolContext {
  /** The run's directory, which file tools never leave. */
  readonly workspaceRoot: string;
  /** Folder outside it for temporary files of commands; absent: none. */
  readonly scratch?: string;
  readonly runId: string;
  readonly roleId: string;
  /** Absent outside a stage, where nothing can run in the background. */
  readonly stageId?: string;
  /** The id of the call in its turn's record; absent outside a turn. */
  readonly callId?: string;
  readonly workspaceId: string;
  readonly plan: readonly PlanStep[];
  /** Replaces the run's plan. */
  setPlan(plan: readonly PlanStep[]): Promise<void>;
  /** Sets how the run goes on, or says why it cannot. Absent: this is no planning turn. */
  setWorkPlan?(plan: WorkPlan): Promise<PlanAnswer>;
  /** Memory within the scope of run and role; absent without memory. */
  recall?(query: string, limit: number): Promise<readonly RecalledFact[]>;
  /**
   * Asks a person and writes an accepted fact once, even if the call is repeated. Absent: not a
   * lead, or no memory.
   */
  proposeFact?(fact: ProposedFact): Promise<ApprovalAnswer>;
  /** Locks for files that a call changes; absent: only within this process. */
  readonly locks?: PathLocks;
  /** The files that look like secrets; absent: none is hidden. */
  readonly hidden?: Pick<HiddenFiles, 'hides' | 'list'>;
  /** Foreign texts that the run has read; absent: none. */
  readonly foreign?: readonly ForeignSource[];
  /** True if a person has named the address's host, in words or in a setting of the floor. */
  namesHost?(url: URL): boolean;
  /** What the turn has seen of files; absent: writes are not compared. */
  readonly views?: FileViews;
  /** Documents of the run. */
  readonly documents?: Documents;
  /** Skills of the employee. */
  readonly skills?: Documents;
  requestApproval(ask: ApprovalAsk): Promise<ApprovalAnswer>;
  /**
   * True: only the office writes to the workspace's repository; absent: approved commands may too.
   */
  readonly repositoryReadOnly?: boolean;
  /** Where commands are run; absent: as the service's account may, once approved. */
  readonly shell?: ShellPolicy;
  /** The run's approval policy, fixed at submission. */
  readonly autoApproveShell: boolean;
  /** Aborted if the run is cancelled. */
  readonly signal: AbortSignal;
  readonly log: ScopedLogger;
}

/** What a tool may know of its turn to foresee its question. */
export type ForesightContext = Pick<
  ToolContext,
  | 'workspaceRoot'
  | 'workspaceId'
  | 'roleId'
  | 'hidden'
  | 'autoApproveShell'
  | 'repositoryReadOnly'
  | 'foreign'
  | 'shell'
  | 'signal'
>;

/** The result of setting a plan: it is set, or why it cannot be carried out. */
export type PlanAnswer = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** An ability of employees, from any contributor. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: ToolParameters;
  /** The description shown to models; absent: the same. */
  readonly told?: string;
  /** The parameters shown to models; absent: all. */
  readonly shown?: ToolParameters;
  /** The tool as models of a floor are shown it; absent: the same everywhere. */
  readonly on?: (floor: string) => Tool;
  /** Null = built in. */
  readonly pluginId: string | null;
  /**
   * True: repeating the call is harmless, so an interrupted call runs again; otherwise it ends as
   * an error with unknown outcome. A function decides by the unchecked arguments.
   */
  readonly readOnly: boolean | ((args: ToolArguments) => boolean);
  /**
   * True: the call never runs in parallel with others, although it may be repeated, because its
   * effect depends on the order.
   */
  readonly runsAlone?: boolean;
  /** Characters of a result for models; default: `limits.toolResultCharacters`. */
  readonly resultCharacters?: number;
  /** False: it changes no workspace files, although it must not be repeated. */
  readonly changesFiles?: boolean;
  /**
   * The first question that `run` will ask a person with these arguments; null: none, or unknown
   * beforehand. Absent: always unknown beforehand.
   */
  readonly foresees?: (
    args: ToolArguments,
    context: ForesightContext,
  ) => ApprovalAsk | null | Promise<ApprovalAsk | null>;
  /** Bad input and refusals are results with `ok` false; a thrown error is a fault of the tool. */
  run(args: ToolArguments, context: ToolContext): Promise<ToolResult>;
}

/** True if this call may be repeated after a crash. */
export function isRepeatable(tool: Tool, args: ToolArguments): boolean {
  return typeof tool.readOnly === 'function' ? tool.readOnly(args) : tool.readOnly;
}
