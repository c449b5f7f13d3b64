import type { ProtocolVersion } from './protocol-version.js';
import type { LogLevel, SpeechKind } from './records/enums.js';
import type { MemoryFact } from './records/memory.js';
import type { OfficeSettings, OfficeState } from './records/office.js';
import type { EmployeeState, EmployeeUsage, OrgChart } from './records/organisation.js';
import type { PluginSystemState } from './records/plugins.js';
import type {
  Approval,
  Artifact,
  Run,
  StageRun,
  ToolCallRecord,
  TurnRecord,
} from './records/work.js';
import type { DirectMessage } from './records/conversations.js';
import type { RouteDecision } from './records/routes.js';

/** Payload of every server event, keyed by its type. */
export interface ServerEventPayloads {
  /**
   * The whole state: the first frame, the answer to `resync`, and sent to a reader that lost
   * frames.
   */
  hello: {
    readonly protocolVersion: ProtocolVersion;
    /** Id of the history that event numbers belong to; a restore from a backup starts a new one. */
    readonly historyId?: string;
    readonly state: OfficeState;
  };
  /** The answer to `ping`. */
  pong: object;
  /** The roster, the list of floors or runs, or plugins changed; carries the whole state. */
  'office.updated': { readonly state: OfficeState };
  /** A floor's chart changed (people, grants, policies, seats, rooms); carries the whole chart. */
  'org.updated': { readonly workspaceId: string; readonly org: OrgChart };
  /** Settings of the installation changed; carries all of them. */
  'settings.updated': { readonly settings: OfficeSettings };
  /** A plugin or a marketplace changed; carries all of them. */
  'plugins.updated': { readonly state: PluginSystemState };
  /** A brief was accepted. */
  'run.created': { readonly run: Run };
  /** Status, spend or outcome of a run changed. */
  'run.updated': { readonly run: Run };
  /** A stage began. */
  'stage.started': { readonly runId: string; readonly stage: StageRun };
  /** A stage settled: `done`, `failed` or `skipped`. */
  'stage.finished': { readonly runId: string; readonly stage: StageRun };
  /** A turn began; the record carries its route. */
  'turn.started': { readonly turn: TurnRecord };
  /** Streamed text of a turn; not stored. */
  'turn.delta': {
    readonly runId: string;
    readonly turnId: string;
    readonly text: string;
    /** True: discard the text and reasoning of the turn's current call, they start again here. */
    readonly restart?: true;
  };
  /** Streamed reasoning of a turn; not stored. */
  'turn.reasoning': { readonly runId: string; readonly turnId: string; readonly text: string };
  /** A turn settled, with its tool calls and usage. */
  'turn.finished': { readonly turn: TurnRecord };
  /** Status, spend, model or last route of an employee changed. */
  'employee.updated': { readonly employee: EmployeeState };
  /** An employee changed desks; null is no desk. */
  'employee.moved': {
    readonly employeeId: string;
    readonly fromSeatId: string | null;
    readonly toSeatId: string | null;
    readonly toRoomId: string | null;
  };
  /** An employee addressed others. */
  speech: {
    readonly runId: string;
    readonly stageId: string;
    readonly fromEmployeeId: string;
    readonly toEmployeeIds: readonly string[];
    readonly text: string;
    readonly kind: SpeechKind;
  };
  /** A tool call settled. */
  'tool.result': {
    readonly runId: string;
    readonly turnId: string;
    readonly call: ToolCallRecord;
  };
  /** A stage made an artifact. */
  'artifact.created': { readonly artifact: Artifact };
  /** A person is asked, by a tool or because a run passed the soft limit of spend. */
  'approval.requested': { readonly approval: Approval };
  /** An approval was answered or timed out; a timeout is a refusal. */
  'approval.decided': { readonly approval: Approval };
  /** A chat turn ended; every client gets it. */
  'direct.message': {
    readonly employeeId: string;
    readonly messages: readonly DirectMessage[];
  };
  /** The answer to `plan`, for the socket that asked. */
  'plan.reply': {
    readonly employeeId: string;
    readonly requestId: string | null;
    readonly text: string;
    readonly route?: RouteDecision;
  };
  /** A run's spend changed. */
  'budget.updated': {
    readonly runId: string;
    readonly limitUsd: number;
    readonly spentUsd: number;
  };
  /** A model was chosen for a turn. */
  'routing.decision': {
    readonly runId: string;
    readonly turnId: string;
    readonly route: RouteDecision;
  };
  /** A fact was written; `superseded` is the corrected fact as it is now. */
  'memory.created': { readonly fact: MemoryFact; readonly superseded: MemoryFact | null };
  /** A fact was retracted. */
  'memory.retracted': { readonly id: string; readonly fact: MemoryFact };
  /** Declared, never emitted. */
  'memory.updated': object;
  /** An employee's lifetime totals changed. */
  usage: { readonly employeeId: string; readonly lifetime: EmployeeUsage };
  /** A line of the log; `approvalId` links it to the delivery approval it reports on. */
  log: {
    readonly level: LogLevel;
    readonly scope: string;
    readonly message: string;
    readonly approvalId?: string;
  };
  /** A command was refused or failed, or a run failed. */
  error: { readonly message: string; readonly runId?: string; readonly requestId?: string };
  /**
   * A command with an id was carried out, now or on its first arrival; sent only to the socket that
   * asked.
   */
  'command.done': { readonly requestId: string; readonly result: unknown };
}

export type ServerEventType = keyof ServerEventPayloads;

/** The interface's 31 events in its order, then our own `command.done`. */
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
  'command.done',
] as const satisfies readonly ServerEventType[];

/** Events that are never stored: streamed pieces, whole states, answers to one socket. */
export const streamOnlyEventTypes = [
  'turn.delta',
  'turn.reasoning',
  'hello',
  'pong',
  'office.updated',
  'plan.reply',
  'command.done',
] as const satisfies readonly ServerEventType[];
type StreamOnlyEventType = (typeof streamOnlyEventTypes)[number];
export type PersistedEventType = Exclude<ServerEventType, StreamOnlyEventType>;

/**
 * One event as sent on the wire. `at` is in ms; `seq` is the number of a persisted event, and on
 * `hello` the last number given out.
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
