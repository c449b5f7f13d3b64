import type {
  EmployeeStatus,
  FloorShell,
  Isolation,
  ModelTier,
  RoutingPosture,
  Seniority,
  TaskClass,
} from './enums.js';
import type { FloorLayout } from './floor.js';
import type { OfficeStyle } from './style.js';

/** An organisation as it is stored. */
export interface Workspace extends FloorCommands {
  /** Stable slug. */
  readonly id: string;
  readonly name: string;
  /** Absolute directory; tools are confined to it. */
  readonly path: string;
  readonly description?: string;
  readonly color?: string;
  /** Absent: the default preset. */
  readonly style?: OfficeStyle;
  /** The organisation the service was set up with; it cannot be removed. */
  readonly isDefault?: boolean;
  /** 1 = ground floor. */
  readonly floor: number;
  /** Skills the floor allows; a role may use only these. */
  readonly skillIds: readonly string[];
  readonly budget: WorkspaceBudget;
  readonly org: OrgChart;
  /** Absent: the core only. */
  readonly layout?: FloorLayout;
  readonly createdAt: number;
}

/** Where the runs of a floor work, how its commands are run, and what they may see and reach. */
export interface FloorCommands {
  /** Where runs work; absent: in the folder. */
  readonly isolation?: Isolation;
  /** Command run once in each new worktree, before the work; absent: none. */
  readonly worktreeSetup?: string;
  /** How commands are run; absent: each asks. */
  readonly shell?: FloorShell;
  /** Absent: the defaults. */
  readonly sandboxBounds?: SandboxBounds;
  /** Commands in the sandbox reach the registries of packages; absent: they do not. */
  readonly packages?: boolean;
  /** Further hosts of the public internet that they reach, such as `*.example.org`. */
  readonly hosts?: readonly string[];
  /** Patterns of files that look like secrets and are shown to employees nevertheless. */
  readonly visibleSecrets?: readonly string[];
  /** True: its files count as a person's own words, false: as foreign text; absent: never asked. */
  readonly trusted?: boolean;
}

/** Bounds of all that runs in one sandbox together. */
export interface SandboxBounds {
  readonly processes: number;
  readonly memoryMb: number;
  /** What is written to disk. */
  readonly writtenMb: number;
}

/** One floor in the list of floors. */
export interface WorkspaceSummary extends FloorCommands {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly description?: string;
  readonly color?: string;
  readonly style: OfficeStyle;
  readonly isDefault?: boolean;
  readonly floor: number;
  readonly roleCount: number;
  readonly skillCount: number;
  /** Runs that are not final. */
  readonly activeRuns: number;
  /** USD: recorded spend plus the spend of runs that have not ended. */
  readonly spentUsd: number;
  readonly budgetTotalUsd?: number;
  readonly layout: FloorLayout;
  /** Seats now. */
  readonly capacity: number;
  readonly createdAt: number;
}

export interface WorkspaceBudget {
  /** USD ceiling of a run that names none. */
  readonly defaultRunUsd: number;
  /** USD ceiling on all recorded spend; absent = none. */
  readonly totalUsd?: number;
  /** USD recorded, kept by the service. */
  readonly spentUsd: number;
}

export interface Company {
  readonly id: string;
  readonly name: string;
  /** One line every employee is given. */
  readonly mission: string;
  readonly createdAt: number;
}

export interface Department {
  readonly id: string;
  readonly name: string;
  readonly mission: string;
  /** Names start with `Anchor_Room_`. */
  readonly roomIds: readonly string[];
  readonly color: string;
}

/** A job description, edited by command. */
export interface Role {
  /** Stable and unique inside one organisation only. */
  readonly id: string;
  readonly displayName: string;
  readonly title: string;
  readonly departmentId: string;
  readonly seniority: Seniority;
  /** 0 = top; orders the chart. */
  readonly rank: number;
  readonly reportsTo: string | null;
  readonly mission: string;
  readonly responsibilities: readonly string[];
  /** The first ones are always offered, others per turn; each must be enabled on the floor. */
  readonly skillIds: readonly string[];
  /** Any other tool call is denied. */
  readonly allowedTools: readonly string[];
  readonly modelPolicy: ModelPolicy;
  readonly seatId: string | null;
  readonly roomId: string | null;
  /** May hand work to external harnesses. */
  readonly canDelegate: boolean;
  readonly maxDirectReports: number;
  readonly persona: RolePersona;
  readonly appearance: RoleAppearance;
  /** Hard cap of turns in one stage. */
  readonly maxTurnsPerStage: number;
}

export interface RolePersona {
  readonly voice: string;
  readonly values: readonly string[];
  readonly debateStyle?: string;
}

export interface RoleAppearance {
  readonly bodyColor: string;
  readonly accentColor: string;
  /** Scale, about 0.9..1.15. */
  readonly height: number;
}

/** How a role's turns are routed. */
export interface ModelPolicy {
  readonly defaultTier: ModelTier;
  readonly byTaskClass?: Readonly<Partial<Record<TaskClass, ModelTier>>>;
  readonly minTier: ModelTier;
  readonly maxTier: ModelTier;
  /** 0..1; absent = never escalates. */
  readonly escalateAtComplexity?: number;
  readonly escalateTo?: ModelTier;
  /** Cap on output tokens of one answer. */
  readonly maxOutputTokens?: number;
  /** Use the class tier as written: no posture, no escalation, no walk. */
  readonly pin?: boolean;
  /** One concrete model, honoured only inside minTier..maxTier. */
  readonly preferredModelId?: string;
}

export interface OrgChart {
  readonly company: Company;
  readonly departments: readonly Department[];
  readonly roles: readonly Role[];
  /** Pipelines the organisation may run. */
  readonly pipelineIds: readonly string[];
  /** Absent: the installation default. */
  readonly routingPosture?: RoutingPosture;
  readonly updatedAt: number;
}

/** Run-time view of a role. */
export interface EmployeeState {
  readonly id: string;
  readonly roleId: string;
  readonly workspaceId: string;
  readonly displayName: string;
  readonly title: string;
  readonly departmentId: string;
  readonly status: EmployeeStatus;
  readonly seatId: string | null;
  readonly roomId: string | null;
  /** Short text on what it does now. */
  readonly activity: string | null;
  readonly currentRunId: string | null;
  readonly currentTurnId: string | null;
  readonly lifetime: EmployeeUsage;
  /** Skills in the turn in flight. */
  readonly activeSkillIds: readonly string[];
  readonly lastRoute: LastRoute | null;
  /** Set with status `error`, cleared by the next good turn. */
  readonly lastError: string | null;
}

export interface LastRoute {
  readonly modelId: string;
  readonly providerId: string;
  readonly tier: string;
  readonly reason: string;
  readonly at: number;
}

export interface EmployeeUsage {
  readonly turns: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costUsd: number;
  /** True once any counted turn had estimated tokens. */
  readonly estimated?: boolean;
}
