/**
 * The closed sets of the wire contract, each as a list for checks and as a union for the compiler.
 */

export const runStatuses = [
  'queued',
  'running',
  'awaiting-approval',
  'paused',
  'done',
  'failed',
  'cancelled',
] as const;
export type RunStatus = (typeof runStatuses)[number];

/** A run in one of these states never changes again. */
export const finalRunStatuses = ['done', 'failed', 'cancelled'] as const;
export type FinalRunStatus = (typeof finalRunStatuses)[number];

export const stageStatuses = [
  'pending',
  'running',
  'awaiting-approval',
  'done',
  'failed',
  'skipped',
] as const;
export type StageStatus = (typeof stageStatuses)[number];

export const stageKinds = [
  'intake',
  'plan',
  'research',
  'debate',
  'workshop',
  'design',
  'architect',
  'build',
  'review',
  'test',
  'integrate',
  'report',
] as const;
export type StageKind = (typeof stageKinds)[number];

export const stageModes = ['single', 'parallel', 'debate', 'review-loop'] as const;
export type StageMode = (typeof stageModes)[number];

export type TurnStatus = 'running' | 'done' | 'failed' | 'cancelled';

/** `type`: a file was replaced by a link, or a link by a file. */
export type FileChangeKind = 'added' | 'deleted' | 'modified' | 'type';

export const toolCallStatuses = ['running', 'ok', 'error', 'denied'] as const;
export type ToolCallStatus = (typeof toolCallStatuses)[number];

/** Who reviews: the chair alone, or everybody of the stage. */
export const reviewBreadths = ['one', 'full'] as const;
export type ReviewBreadth = (typeof reviewBreadths)[number];

export const planStepStatuses = ['pending', 'in_progress', 'completed'] as const;
export type PlanStepStatus = (typeof planStepStatuses)[number];

export type ApprovalKind = 'shell' | 'write' | 'network' | 'spend' | 'risk' | 'memory';

/**
 * How far a yes reaches: this call; the same command for the rest of the run, whatever filters of
 * its output follow; the floor's checks, while the files that define them stay as they are; or
 * everything inside the sandbox, for the run or for the floor.
 */
export const approvalScopes = ['once', 'run', 'checks', 'sandbox-run', 'sandbox-floor'] as const;
export type ApprovalScope = (typeof approvalScopes)[number];

// Who decided: a person, a timeout, a cancellation, or the end of the run or turn that asked.
export type ApprovalDecider = 'person' | 'timeout' | 'cancel' | 'end';

/** Where a run works: in the floor's folder, or in a git worktree of its own. */
export const isolations = ['place', 'worktree'] as const;
export type Isolation = (typeof isolations)[number];

/**
 * What became of the change of an ended run; `request`: it was given to a forge as a branch with a
 * pull request, `redone`: a revert was taken back, `expired`: its worktree was kept long enough.
 */
export type RunDeedKind =
  'branch' | 'request' | 'workspace' | 'patch' | 'reverted' | 'redone' | 'discarded' | 'expired';

/** Before or after a change. */
export const changeSides = ['old', 'new'] as const;
export type ChangeSide = (typeof changeSides)[number];

/** How comments on a change were sent: to the run at work, or with the brief of another one. */
export type CommentSending = 'steered' | 'continued';

/** Actions on the change of a run; each way of delivery is an action of its own. */
export type ChangeAction =
  'comment' | 'branch' | 'workspace' | 'patch' | 'revert' | 'redo' | 'discard';

/**
 * A page, search results, results of an MCP server, files of an untrusted floor, or a message sent
 * to a door.
 */
export const foreignKinds = ['page', 'search', 'mcp', 'files', 'message'] as const;
export type ForeignKind = (typeof foreignKinds)[number];

/** When the office runs the checks of a run, and the command that sets its worktree up. */
export type CheckMoment = 'setup' | 'before' | 'build' | 'revision' | 'end';

/** `failed-before-and-after`: it failed the same way before the first write, so it does not count. */
export type CheckState = 'not-run' | 'passed' | 'failed' | 'failed-before-and-after';

/** Who ran a command: an employee, or the service itself. */
export type CommandRunner = 'employee' | 'office';

export type ApprovalStatus = 'pending' | 'approved' | 'rejected';

export type ArtifactKind =
  | 'objective'
  | 'plan'
  | 'research'
  | 'decision'
  | 'spec'
  | 'design'
  | 'code'
  | 'review'
  | 'test-report'
  | 'report'
  | 'note'
  | 'transcript';

export type EmployeeStatus =
  'offline' | 'idle' | 'thinking' | 'working' | 'talking' | 'blocked' | 'error';

export const seniorities = ['executive', 'lead', 'senior', 'mid', 'junior'] as const;
export type Seniority = (typeof seniorities)[number];

/** In ascending order of cost and ability. */
export const modelTiers = ['nano', 'small', 'standard', 'strong', 'max'] as const;
export type ModelTier = (typeof modelTiers)[number];

export const taskClasses = [
  'intake',
  'routing',
  'summarize',
  'planning',
  'research',
  'debate',
  'workshop',
  'design',
  'architecture',
  'coding',
  'review',
  'testing',
  'ops',
] as const;
export type TaskClass = (typeof taskClasses)[number];

export const routingPostures = ['cheap', 'balanced', 'quality'] as const;
export type RoutingPosture = (typeof routingPostures)[number];

export type QualitySource = 'curated' | 'learned' | 'pooled';

export type ModelOrigin = 'catalog' | 'discovered' | 'plugin';

export type ModelSource = 'discovered' | 'degraded' | 'seed';

export const reasoningEfforts = ['low', 'medium', 'high'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

// The mode in force after the setting `OFFICE_LLM_MODE` has been resolved.
export type LlmMode = 'mock' | 'live';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export type SpeechKind = 'debate' | 'report' | 'question' | 'answer' | 'handoff';

export const chatRoles = ['user', 'assistant'] as const;
export type ChatRole = (typeof chatRoles)[number];

export type MessageRole = 'user' | 'employee';

export type SkillVia = 'role-default' | 'keyword' | 'model-choice' | 'task-class';

export const memoryScopes = ['installation', 'workspace', 'role'] as const;
export type MemoryScope = (typeof memoryScopes)[number];

export const memoryKinds = ['convention', 'decision', 'pitfall', 'note'] as const;
export type MemoryKind = (typeof memoryKinds)[number];

export type MemoryOrigin = 'operator' | 'operator-verified';

export type PluginStatus = 'loaded' | 'disabled' | 'error';

export type PluginOrigin = 'bundled' | 'local' | 'marketplace';

export const pluginPermissions = [
  'models',
  'providers',
  'tools',
  'routing',
  'skills',
  'agents',
  'pipelines',
  'settings',
  'ui',
  'events',
] as const;
export type PluginPermission = (typeof pluginPermissions)[number];

export const panelPlacements = ['inspector', 'runs', 'office-overlay', 'settings'] as const;
export type PanelPlacement = (typeof panelPlacements)[number];

export const widgetKinds = ['metric', 'keyValue', 'table', 'list', 'bars', 'note'] as const;
export type WidgetKind = (typeof widgetKinds)[number];

export const settingTypes = ['string', 'number', 'boolean', 'select'] as const;
export type SettingType = (typeof settingTypes)[number];

export type McpServerState = 'connecting' | 'ready' | 'failed' | 'disabled';

export type VendorStatus = 'offsite' | 'unreachable' | 'docked' | 'engaged' | 'errored';

export const readOnlyEnforcements = ['sandbox', 'client', 'requested'] as const;
export type ReadOnlyEnforcement = (typeof readOnlyEnforcements)[number];

/** `auto`: a sandbox is used if a person or a floor chose it. `required`: nothing runs outside. */
export const sandboxModes = ['off', 'auto', 'required'] as const;
export type SandboxMode = (typeof sandboxModes)[number];

/** How a floor runs commands: each asks, or they run in a sandbox without asking. */
export const floorShells = ['ask', 'sandbox'] as const;
export type FloorShell = (typeof floorShells)[number];

/** How a command was confined. */
export type CommandConfinement = 'none' | 'sandbox';

/** Kinds of forges, by their own names. */
export const forgeKinds = ['github', 'gitlab', 'gitea'] as const;
export type ForgeKind = (typeof forgeKinds)[number];

/** Combined state of a commit's checks. */
export type ForgeCheckState = 'pending' | 'passed' | 'failed';

/**
 * `waiting`: for its first run; `delivering`: its change is pushed; `open`: its request is open;
 * `resting`: it has no request.
 */
export type ForgeIssueState =
  'waiting' | 'refused' | 'working' | 'delivering' | 'open' | 'resting' | 'ending' | 'ended';

/** Ways by which a command reaches the service. */
export type Door = 'http' | 'socket' | 'mcp' | 'hook' | 'schedule' | 'forge' | 'service';
