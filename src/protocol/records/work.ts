import type {
  ApprovalDecider,
  ApprovalKind,
  ApprovalScope,
  ApprovalStatus,
  ArtifactKind,
  RunStatus,
  StageKind,
  StageMode,
  StageStatus,
  ToolCallStatus,
  TurnStatus,
} from './enums.js';
import type { CommentedLines, RunComment } from './change-review.js';
import type { ApprovalReach } from './approval-parts.js';
import type { WorkPlace } from './work-place.js';
import type {
  CheckRecord,
  CommandEnd,
  CommandEvidence,
  ForeignSource,
  RunDeed,
} from './evidence.js';
import type { ServedBy, RouteDecision } from './routes.js';
import type { TurnDiff } from './file-changes.js';
import type { PlanStep, WorkPlan } from './work-plan.js';
import type { SkillSelection } from './skills.js';

export interface Pipeline {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly stages: readonly StageSpec[];
}

/** What a stage runs. */
export interface StageSpec {
  readonly kind: StageKind;
  readonly name: string;
  /** In `debate` and `review-loop` the first is facilitator or chair. */
  readonly roleIds: readonly string[];
  readonly mode: StageMode;
  /** Debate rounds; default 2. */
  readonly rounds?: number;
  /** Passes of a review loop; default 2. */
  readonly maxIterations?: number;
  readonly instruction?: string;
  readonly produces?: string;
  /** Its failure does not stop the run. */
  readonly optional?: boolean;
  /** Run only if the run has one of these tags; absent or empty = always. */
  readonly whenTags?: readonly string[];
  /** Skipped unless the run's plan asks for it, or the run works on all stages. */
  readonly onDemand?: boolean;
  /** On demand without a plan: skipped unless the brief asks for a decision. */
  readonly onDecision?: boolean;
  /** Its employees hold no tools that write files or run commands. */
  readonly readOnly?: boolean;
}

export interface RunBudget {
  /** USD ceiling. */
  readonly limitUsd: number;
  readonly spentUsd: number;
}

/** A brief on its way through a pipeline. */
export interface Run extends WorkPlace {
  readonly id: string;
  /** The user's words, unchanged. */
  readonly brief: string;
  /** Its name if the office wrote the brief; absent: the brief is the name. */
  readonly title?: string;
  readonly pipelineId: string;
  /** Why this pipeline; absent in runs of earlier versions. */
  readonly pipelineReason?: string;
  readonly status: RunStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
  readonly stages: readonly StageRun[];
  readonly budget: RunBudget;
  readonly workspaceId: string;
  readonly objective: string | null;
  readonly plan: readonly PlanStep[];
  /** Absent: nobody set one. */
  readonly workPlan?: WorkPlan;
  /** When a person last changed the plan; absent: never. */
  readonly workPlanAt?: number;
  readonly tags: readonly string[];
  readonly outcome: string | null;
  readonly error: string | null;
  /** Origin; `http` for the HTTP route. */
  readonly submittedBy: string | null;
  /** It was handed in on the office's own page. */
  readonly onPage?: boolean;
  /** Id of the run whose settled stages were taken over. */
  readonly retryOf?: string;
  /** Id of the run that this one continues. */
  readonly continues?: string;
  /** True: it works on every stage, including those on demand. */
  readonly full?: boolean;
  /** Simulated employees play an example brief at a pace at which it can be watched. */
  readonly paced?: boolean;
  /** The client's id of the conversation that it belongs to, as in an editor. */
  readonly session?: string;
  /** Instructions that people added while the run was at work, in order. */
  readonly instructions?: readonly RunInstruction[];
  /** The project's own test command, as found before the first stage; absent: none was found. */
  readonly projectTest?: string;
  /** Its checks as the office ran them, in order; absent: none was run. */
  readonly checks?: readonly CheckRecord[];
  /** Foreign texts that it or a run that it continues has read, the first ones; absent: none. */
  readonly foreign?: readonly ForeignSource[];
  /** What became of its change, in order; absent: nothing yet. */
  readonly changes?: readonly RunDeed[];
  /** Comments on the change of the run that it continues; absent: none. */
  readonly commented?: readonly CommentedLines[];
  /** Time of the last change to the comments on its change; absent: there are none. */
  readonly commentsAt?: number;
}

export interface RunInstruction {
  readonly text: string;
  readonly at: number;
  /** The commented lines; absent: the instruction is not a comment on a change. */
  readonly commented?: readonly CommentedLines[];
  /** The plan as a person changed it, which holds from the next stage on. */
  readonly plan?: WorkPlan;
}

/** Body of `GET /api/runs/:id`. */
export interface RunDetail extends Run {
  readonly turns: readonly TurnRecord[];
  readonly artifacts: readonly Artifact[];
  readonly approvals: readonly Approval[];
  /**
   * Share of all input tokens that providers read from their caches, 0 to 1; null: there was no
   * input.
   */
  readonly cachedShare: number | null;
  /** Commands that were run, with their recorded results. */
  readonly evidence: readonly CommandEvidence[];
  /** Comments on its change, in order; absent: none. */
  readonly comments?: readonly RunComment[];
  /** Whether its worktree is still there; absent: it has none. */
  readonly worktreeKept?: boolean;
}

export interface StageRun {
  readonly id: string;
  readonly runId: string;
  /** Same value as `id`; the name other records use. */
  readonly stageId: string;
  readonly spec: StageSpec;
  readonly status: StageStatus;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** In execution order; empty when none ran. */
  readonly turnIds: readonly string[];
  readonly artifactIds: readonly string[];
  /** Result handed to the next stage. */
  readonly summary: string | null;
  readonly participantRoleIds: readonly string[];
  readonly error: string | null;
}

/** One employee's turn. */
export interface TurnRecord {
  readonly id: string;
  readonly runId: string;
  readonly stageId: string;
  readonly employeeId: string;
  readonly roleId: string;
  readonly purpose: string;
  /** Decision taken before the call. */
  readonly route: RouteDecision;
  readonly servedBy?: ServedBy;
  /** `<provider>/<model>: <error>` each, in order. */
  readonly attemptedRoutes?: readonly string[];
  readonly status: TurnStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Part of that time spent waiting for people, ms; absent: none. */
  readonly waitedMs?: number;
  readonly usage: UsageRecord;
  readonly text: string;
  /** Offset in `text` at which the last answer begins; absent: 0. */
  readonly answerFrom?: number;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly skills: readonly SkillSelection[];
  /** Paths relative to the workspace. */
  readonly wroteFiles: readonly string[];
  readonly error: string | null;
  /** Ids of the memory facts the prompt showed. */
  readonly memoryFactIds?: readonly string[];
  /** File changes of the turn; absent: none, or they could not be determined. */
  readonly diff?: TurnDiff;
  /** Id of the turn of an earlier run that a retry copied. */
  readonly takenFrom?: string;
}

/**
 * Body of `GET /runs/counts`: how many runs match. `statuses` counts them as if the search named no
 * status.
 */
export interface RunCounts {
  readonly total: number;
  readonly statuses: Readonly<Record<RunStatus, number>>;
}

export interface ToolCallRecord {
  readonly id: string;
  readonly turnId: string;
  readonly name: string;
  /** Raw JSON text from the model. */
  readonly argumentsJson: string;
  readonly status: ToolCallStatus;
  readonly resultPreview: string;
  /** Without the time it waited for people. */
  readonly durationMs: number;
  readonly affectsPaths: readonly string[];
  /** When it was made; absent: never, or a record of an earlier version. */
  readonly at?: number;
  /** How long it waited for people, ms; absent: not at all. */
  readonly waitedMs?: number;
  /** How its command ended; absent: it ran none. */
  readonly command?: CommandEnd;
  /** USD that a harness says it spent, counted in its turn; absent: none, or it is unknown. */
  readonly spentUsd?: number;
}

export interface UsageRecord {
  readonly tokensIn: number;
  /** Reasoning tokens included. */
  readonly tokensOut: number;
  readonly costUsd: number;
  /** The provider gave no counts, so the service estimated them. */
  readonly estimated?: boolean;
  /** A call was cut off before its counts arrived; its estimate is booked. */
  readonly cutOff?: boolean;
  /** Part of `tokensOut`, only if reported. */
  readonly reasoningTokens?: number;
  /** Part of `tokensIn` that the provider read from its prompt cache; absent: none. */
  readonly cachedTokens?: number;
  /**
   * Part of `tokensIn` that the provider wrote to its prompt cache and bills at that rate; absent:
   * none.
   */
  readonly cacheWriteTokens?: number;
}

/** A question to a person. */
export interface Approval extends ApprovalReach {
  readonly id: string;
  readonly runId: string;
  /** Null for kind `spend`. */
  readonly turnId: string | null;
  /** Id of the employee who asks. */
  readonly employeeId: string;
  readonly kind: ApprovalKind;
  readonly summary: string;
  /** Exact command, patch or reason. */
  readonly detail: string;
  readonly status: ApprovalStatus;
  readonly requestedAt: number;
  readonly decidedAt: number | null;
  /** What the person said with the decision, at most 500 characters. */
  readonly reason: string | null;
  /** Scopes that a yes may have; absent: only once. */
  readonly scopes?: readonly ApprovalScope[];
  /** What a yes for the run covers: every request with the same text. Absent: the same `detail`. */
  readonly covers?: string;
  /** Name of the stage that asks; absent in records of earlier versions. */
  readonly stageName?: string;
  /** Purpose of the turn that asks; absent if there is none. */
  readonly purpose?: string;
  /** Scope of the yes; absent: once. */
  readonly scope?: ApprovalScope;
  /** Absent while pending, and in records of earlier versions. */
  readonly decidedBy?: ApprovalDecider;
  /** Name of the token that decided, else the one that the client gave, unchecked; at most 80 characters. */
  readonly decidedByName?: string;
}

export interface Artifact {
  readonly id: string;
  readonly runId: string;
  readonly stageId: string | null;
  readonly employeeId: string | null;
  readonly kind: ArtifactKind;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Relative path when it is a real file. */
  readonly path?: string;
  readonly createdAt: number;
}
