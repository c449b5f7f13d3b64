import type { FileViews } from './files/file-views.js';
import type { PathLocks } from '../platform/fleet/path-locks.js';
import type { ModelImage } from '../models/gateway/model-call.js';
import type { ScopedLogger } from '../platform/logging/office-logger.js';
import type { ApprovalKind, MemoryKind, MemoryScope } from '../protocol/records/enums.js';
import type { MemoryFactSummary } from '../protocol/records/memory.js';
import type { CommandEnd, PlanStep } from '../protocol/records/work.js';

/** A JSON schema of kind `object`; built-in tools allow no additional properties. */
export type ToolParameters = Readonly<Record<string, unknown>>;

/** Arguments as the model sent them: a JSON object, nothing more is known of it. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** What a tool says when it is done, in its own words; capping and fencing are `presentResult`'s. */
export interface ToolResult {
  /** False: the call did not do what was asked; the content says why. */
  readonly ok: boolean;
  /** For the model. */
  readonly content: string;
  /** Shown to a model that sees, beside the content. */
  readonly images?: readonly ModelImage[];
  /** One line for people; the beginning of the content when absent. */
  readonly preview?: string;
  /** How the command ended that it ran. */
  readonly command?: CommandEnd;
  /** All of what the content shows a part of; read by the id of the call. */
  readonly whole?: string;
  /** Paths written, relative to the workspace with `/` between the parts. */
  readonly affectsPaths?: readonly string[];
}

/** A question a tool puts to a person before it acts. */
export interface ApprovalAsk {
  readonly kind: ApprovalKind;
  /** One line. */
  readonly summary: string;
  /** The exact thing that is going to happen. */
  readonly detail: string;
  /**
   * The tool has begun to act already, so a crash while it waits cuts the call off instead of
   * asking the question again.
   */
  readonly midway?: boolean;
  /** A person may say yes to the identical thing for the rest of the run; absent: once only. */
  readonly mayCoverRun?: boolean;
  /** Absent: a yes is for this call alone. */
  readonly grant?: ApprovalGrant;
}

/** What a yes opens beyond the call that asked, for whoever asks for the same. */
export interface ApprovalGrant {
  /** The same of all that one yes opens together. */
  readonly key: string;
  /** When it began to be asked for, in ms; a yes from before does not count. */
  readonly since: number;
}

export interface ApprovalAnswer {
  /** False also when it was not answered in time. */
  readonly approved: boolean;
  /** What the person said with the decision; shown to the model. */
  readonly reason: string | null;
}

/** A fact as `recall` shows it. The source is optional because a prompt's summary lacks it. */
export interface RecalledFact extends MemoryFactSummary {
  readonly source?: string | null;
}

/** What an employee would have the office remember. */
export interface ProposedFact {
  /** At most `limits.memoryTextCharacters`. */
  readonly text: string;
  readonly kind: MemoryKind;
  /** Its floor and role are those of the turn. */
  readonly scope: MemoryScope;
}

export interface ReadableDocument {
  readonly id: string;
  /** One line. */
  readonly title: string;
  readonly text: string;
}

/** Texts that are kept beside the workspace, by id. */
export interface Documents {
  list(): readonly Pick<ReadableDocument, 'id' | 'title'>[];
  read(id: string): ReadableDocument | undefined;
}

/** What a tool may know of the turn it serves, and the few things it may ask of it. */
export interface ToolContext {
  /** The run's own directory; file tools never leave it. */
  readonly workspaceRoot: string;
  readonly runId: string;
  readonly roleId: string;
  /** Absent outside a stage: nothing can go on in the background there. */
  readonly stageId?: string;
  /** The id of the call in its turn's record; absent outside a turn. */
  readonly callId?: string;
  readonly workspaceId: string;
  readonly plan: readonly PlanStep[];
  /** Replaces the run's plan. */
  setPlan(plan: readonly PlanStep[]): Promise<void>;
  /** Memory within the scope of this run and role; absent when no memory is configured. */
  recall?(query: string, limit: number): Promise<readonly RecalledFact[]>;
  /**
   * Asks a person, and writes the fact when it is accepted; once, however often the call is made
   * again. Absent: the employee is no lead, or no memory is configured.
   */
  proposeFact?(fact: ProposedFact): Promise<ApprovalAnswer>;
  /** Keeps others from files that a call changes; absent: only the calls of this process know of each other. */
  readonly locks?: PathLocks;
  /** What the turn has seen of files; absent: writes are not compared with it. */
  readonly views?: FileViews;
  /** Of the run. */
  readonly documents?: Documents;
  /** That the employee may use. */
  readonly skills?: Documents;
  requestApproval(ask: ApprovalAsk): Promise<ApprovalAnswer>;
  /** The run's approval policy, pinned when it was submitted. */
  readonly autoApproveShell: boolean;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly log: ScopedLogger;
}

/** Something an employee can do, whoever contributed it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: ToolParameters;
  /** What models are shown of the parameters; absent: all of them. */
  readonly shown?: ToolParameters;
  /** Null = built in. */
  readonly pluginId: string | null;
  /**
   * True: running it twice is harmless, so a call cut off by a crash runs again; any other is
   * settled as an error, its outcome unknown. A function decides by the arguments, which it must not
   * trust to be well formed.
   */
  readonly readOnly: boolean | ((args: ToolArguments) => boolean);
  /**
   * True: no other call of the answer is made beside it, though it may be repeated; what it does
   * depends on the order.
   */
  readonly runsAlone?: boolean;
  /** Characters of a result that models are handed; absent: `limits.toolResultCharacters`. */
  readonly resultCharacters?: number;
  /** False: it changes no file of the workspace, though it must not be repeated. */
  readonly changesFiles?: boolean;
  /** Bad input and refusals are results with `ok` false; what is thrown is a fault of the tool. */
  run(args: ToolArguments, context: ToolContext): Promise<ToolResult>;
}

/** Whether this very call may be repeated after a crash. */
export function isRepeatable(tool: Tool, args: ToolArguments): boolean {
  return typeof tool.readOnly === 'function' ? tool.readOnly(args) : tool.readOnly;
}
