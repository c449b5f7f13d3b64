import type { ProtocolVersion } from './protocol-version.js';
import type { LogLevel, SpeechKind } from './records/enums.js';
import type { MemoryFact } from './records/memory.js';
import type { OfficeSettings, OfficeState } from './records/office.js';
import type { EmployeeState, EmployeeUsage, OrgChart } from './records/organisation.js';
import type { PluginSystemState } from './records/plugins.js';
import type {
  Approval,
  Artifact,
  DirectMessage,
  RouteDecision,
  Run,
  StageRun,
  ToolCallRecord,
  TurnRecord,
} from './records/work.js';

/** Payload of every server event, keyed by its type (interface.md 6). */
export interface ServerEventPayloads {
  hello: { readonly protocolVersion: ProtocolVersion; readonly state: OfficeState };
  pong: object;
  'office.updated': { readonly state: OfficeState };
  'org.updated': { readonly workspaceId: string; readonly org: OrgChart };
  'settings.updated': { readonly settings: OfficeSettings };
  'plugins.updated': { readonly state: PluginSystemState };
  'run.created': { readonly run: Run };
  'run.updated': { readonly run: Run };
  'stage.started': { readonly runId: string; readonly stage: StageRun };
  'stage.finished': { readonly runId: string; readonly stage: StageRun };
  'turn.started': { readonly turn: TurnRecord };
  'turn.delta': {
    readonly runId: string;
    readonly turnId: string;
    readonly text: string;
    /** Text and reasoning of the turn's present call begin anew with this one (decisions.md E11). */
    readonly restart?: true;
  };
  'turn.reasoning': { readonly runId: string; readonly turnId: string; readonly text: string };
  'turn.finished': { readonly turn: TurnRecord };
  'employee.updated': { readonly employee: EmployeeState };
  'employee.moved': {
    readonly employeeId: string;
    readonly fromSeatId: string | null;
    readonly toSeatId: string | null;
    readonly toRoomId: string | null;
  };
  speech: {
    readonly runId: string;
    readonly stageId: string;
    readonly fromEmployeeId: string;
    readonly toEmployeeIds: readonly string[];
    readonly text: string;
    readonly kind: SpeechKind;
  };
  'tool.result': {
    readonly runId: string;
    readonly turnId: string;
    readonly call: ToolCallRecord;
  };
  'artifact.created': { readonly artifact: Artifact };
  'approval.requested': { readonly approval: Approval };
  'approval.decided': { readonly approval: Approval };
  'direct.message': {
    readonly employeeId: string;
    readonly messages: readonly DirectMessage[];
  };
  'plan.reply': {
    readonly employeeId: string;
    readonly requestId: string | null;
    readonly text: string;
    readonly route?: RouteDecision;
  };
  'budget.updated': {
    readonly runId: string;
    readonly limitUsd: number;
    readonly spentUsd: number;
  };
  'routing.decision': {
    readonly runId: string;
    readonly turnId: string;
    readonly route: RouteDecision;
  };
  /** `superseded` is the fact it corrects, as that is now (decisions.md A18). */
  'memory.created': { readonly fact: MemoryFact; readonly superseded: MemoryFact | null };
  'memory.retracted': { readonly id: string; readonly fact: MemoryFact };
  /** Declared, never emitted. */
  'memory.updated': object;
  usage: { readonly employeeId: string; readonly lifetime: EmployeeUsage };
  log: { readonly level: LogLevel; readonly scope: string; readonly message: string };
  error: { readonly message: string; readonly runId?: string };
}

export type ServerEventType = keyof ServerEventPayloads;

/** Names of all 31 events, in the interface's order. */
export const serverEventTypes = [
  'hello',
  'pong',
  'office.updated',
  'org.updated',
  'settings.updated',
  'plugins.updated',
  'run.created',
  'run.updated',
  'stage.started',
  'stage.finished',
  'turn.started',
  'turn.delta',
  'turn.reasoning',
  'turn.finished',
  'employee.updated',
  'employee.moved',
  'speech',
  'tool.result',
  'artifact.created',
  'approval.requested',
  'approval.decided',
  'direct.message',
  'plan.reply',
  'budget.updated',
  'routing.decision',
  'memory.created',
  'memory.retracted',
  'memory.updated',
  'usage',
  'log',
  'error',
] as const satisfies readonly ServerEventType[];

/** Events that are never stored (interface.md 4.5, behaviour-server.md 4.4). */
export const streamOnlyEventTypes = [
  'turn.delta',
  'turn.reasoning',
  'hello',
  'pong',
  'office.updated',
  'plan.reply',
] as const satisfies readonly ServerEventType[];
export type StreamOnlyEventType = (typeof streamOnlyEventTypes)[number];
export type PersistedEventType = Exclude<ServerEventType, StreamOnlyEventType>;

/**
 * One event of the given type as it goes over the wire. `at` is in ms; `seq` is the number of a
 * persisted event, and on `hello` the last number given out (decisions.md B5, D19).
 */
export type ServerEventOf<T extends ServerEventType> = {
  [K in T]: {
    readonly type: K;
    readonly at: number;
    readonly seq?: number;
  } & ServerEventPayloads[K];
}[T];

export type ServerEvent = ServerEventOf<ServerEventType>;
export type PersistedEvent = ServerEventOf<PersistedEventType>;
