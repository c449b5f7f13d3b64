import type { LlmMode, LogLevel, RoutingPosture, SandboxMode } from './enums.js';
import type { FloorState } from './floor.js';
import type { McpState } from './mcp.js';
import type { MemoryState } from './memory.js';
import type { ModelOverride, ModelSignals, ModelSpec, ProviderStatus } from './models.js';
import type {
  Company,
  Department,
  EmployeeState,
  Role,
  WorkspaceBudget,
  WorkspaceSummary,
} from './organisation.js';
import type { PluginSystemState } from './plugins.js';
import type { ProtocolVersion } from '../protocol-version.js';
import type { SkillSummary } from './skills.js';
import type { OfficeStyle } from './style.js';
import type { VendorBay } from './vendors.js';
import type { Approval, Pipeline, Run } from './work.js';

/** Installation settings; the first eight are seeded from the environment. */
export interface OfficeSettings {
  readonly workspacesRoot: string;
  readonly allowExternalWorkspaces: boolean;
  readonly defaultRoutingPosture: RoutingPosture;
  /** Employees at work at once in one organisation. */
  readonly maxConcurrency: number;
  /** USD; 0 = off. */
  readonly softSpendApprovalUsd: number;
  readonly autoApproveShell: boolean;
  readonly approvalTimeoutMs: number;
  readonly logLevel: LogLevel;
  readonly disabledModelIds: readonly string[];
  readonly modelOverrides: Readonly<Record<string, ModelOverride>>;
  readonly updatedAt: number;
}

/** The whole service as one computed view: `hello`, `office.updated`, `GET /api/state`. */
export interface OfficeState {
  readonly settings: OfficeSettings;
  readonly activeWorkspaceId: string;
  readonly workspaces: readonly WorkspaceSummary[];
  readonly company: Company;
  readonly departments: readonly Department[];
  readonly roles: readonly Role[];
  readonly employees: readonly EmployeeState[];
  readonly skills: readonly SkillSummary[];
  readonly skillIds: readonly string[];
  readonly budget: WorkspaceBudget;
  readonly style: OfficeStyle;
  readonly floor: FloorState;
  readonly pipelines: readonly Pipeline[];
  readonly runs: readonly Run[];
  readonly activeRunIds: readonly string[];
  /** Projection: `quality.sources` in place of `quality.opinions`. */
  readonly models: readonly ModelSpec[];
  readonly providers: readonly ProviderStatus[];
  readonly modelSignals: ModelSignals;
  readonly llmMode: LlmMode;
  readonly llmModeReason: string;
  readonly configStale: boolean;
  readonly configStaleDetail: string | null;
  readonly routingPosture: RoutingPosture;
  readonly plugins: PluginSystemState;
  readonly mcp: McpState;
  readonly memory: MemoryState;
  readonly vendorBay: VendorBay;
  /** Pending approvals of every floor. */
  readonly approvals: readonly Approval[];
  readonly version: string;
  /** Boot time, ms. */
  readonly startedAt: number;
}

/** Body of `GET /api/health`. */
export interface Health {
  readonly ok: boolean;
  readonly llmMode: LlmMode;
  readonly llmModeReason: string;
  readonly configStale: boolean;
  readonly configStaleDetail: string | null;
  readonly version: string;
  readonly protocolVersion: ProtocolVersion;
  /** State of persistence: `sqlite (<path>)`, `postgres (<host>/<db>)` or `memory (<reason>)`. */
  readonly store: string;
  readonly uptimeMs: number;
  readonly activeRuns: number;
  readonly pendingApprovals: number;
  /** Values of the configuration that are not used as written; absent: none. */
  readonly problems?: readonly string[];
  /** Absent where sandboxes are switched off. */
  readonly sandbox?: SandboxState;
}

/** Whether commands can run in a sandbox. */
export interface SandboxState {
  readonly mode: SandboxMode;
  readonly available: boolean;
  /** The state in words; if there is no sandbox, why. */
  readonly detail: string;
}
