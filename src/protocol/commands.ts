import type { ApprovalScope, FloorShell, Isolation, RoutingPosture } from './records/enums.js';
import type { MemoryInput } from './records/memory.js';
import type { OfficeSettings } from './records/office.js';
import type { ModelPolicy, Role, SandboxBounds, WorkspaceBudget } from './records/organisation.js';
import type { PluginSettingValue } from './records/plugins.js';
import type { OfficeStyle } from './records/style.js';
import type { GivenComment } from './records/change-review.js';
import type { PlanTurn } from './records/conversations.js';
import type { WorkPlan } from './records/work-plan.js';

/** Absent: the floor that is being shown. */
interface OnFloor {
  readonly workspaceId?: string;
}

/** Payload of every client command, keyed by its type. */
export interface ClientCommandPayloads {
  /** Commissions a run; `budgetUsd` replaces the floor's default ceiling. */
  submit: {
    readonly brief: string;
    readonly pipelineId?: string;
    readonly budgetUsd?: number;
    readonly workspaceId?: string;
    /** Id of an ended run that the new run continues. */
    readonly continues?: string;
    /** Works on every stage of the pipeline, those on demand too. */
    readonly full?: boolean;
    /** Simulated employees play an example brief at a pace at which it can be watched. */
    readonly paced?: boolean;
    /** Where it works; absent: as the floor says. */
    readonly isolation?: Isolation;
    /** The client's id of a conversation in which runs follow each other; at most 100 characters. */
    readonly session?: string;
  };
  /** Stops a run. */
  cancel: { readonly runId: string };
  /** Sends a message to an employee; the reply goes to every client as `direct.message`. */
  chat: OnFloor & { readonly employeeId: string; readonly text: string };
  /** Asks an employee outside any run; only this socket gets the answer, as `plan.reply`. */
  plan: OnFloor & {
    readonly employeeId: string;
    readonly text: string;
    readonly history?: readonly PlanTurn[];
  };
  /**
   * Answers an approval; the model is told `reason`. A yes covers `scope` (default: once). `items`
   * answers some of its calls by id; `approved` answers all other open calls, which stay open
   * without it. At least one of the two is required.
   */
  approve: {
    readonly approvalId: string;
    readonly approved?: boolean;
    readonly items?: Readonly<Record<string, boolean>>;
    readonly reason?: string;
    readonly scope?: ApprovalScope;
    /** Name of the person who answers, as given by the client. */
    readonly by?: string;
  };
  /** Changes the floor that is shown, for everyone. */
  selectWorkspace: { readonly workspaceId: string };
  /** Replaces a role's model policy. */
  setModelPolicy: OnFloor & { readonly roleId: string; readonly policy: ModelPolicy };
  /** Replaces a role's lists of tools and skills; unknown ids are left out. */
  setRoleGrants: OnFloor & {
    readonly roleId: string;
    readonly allowedTools?: readonly string[];
    readonly skillIds?: readonly string[];
  };
  /** Seats an employee; null is no seat. */
  setSeat: OnFloor & {
    readonly employeeId: string;
    readonly seatId: string | null;
    readonly roomId?: string | null;
  };
  /** Adds a role. */
  hire: OnFloor & { readonly role: Role };
  /** Removes a role. */
  fire: OnFloor & { readonly roleId: string };
  /** Sets a floor's routing posture. */
  setRoutingPosture: OnFloor & { readonly posture: RoutingPosture };
  /** Adds a room. */
  addRoom: OnFloor;
  /** Removes the newest room; refused when the roster needs its seats. */
  removeRoom: OnFloor;
  /** Sets the skills that a floor may use. */
  setWorkspaceSkills: OnFloor & { readonly skillIds: readonly string[] };
  /** Changes a floor's budget. */
  setWorkspaceBudget: OnFloor & { readonly budget: Partial<WorkspaceBudget> };
  /** Changes a floor's name, description or colour. */
  setWorkspaceDetails: OnFloor & {
    readonly name?: string;
    readonly description?: string;
    readonly color?: string;
  };
  /** Replaces a floor's style; null is the default. */
  setWorkspaceStyle: OnFloor & { readonly style: OfficeStyle | null };
  /** Opens a floor. */
  createWorkspace: {
    readonly name: string;
    readonly description?: string;
    readonly color?: string;
    readonly folder?: string;
    readonly path?: string;
    readonly trusted?: boolean;
    readonly skillIds?: readonly string[];
  };
  /** Opens a floor as a file describes it. */
  importWorkspace: {
    /** A `FloorFile`, as `GET /workspaces/:id/file` exports it. */
    readonly file: object;
    readonly name?: string;
    readonly folder?: string;
    readonly path?: string;
    readonly trusted?: boolean;
  };
  /** Closes a floor; its directory and runs stay. */
  removeWorkspace: { readonly workspaceId: string };
  /** Changes settings of the installation. */
  updateSettings: { readonly patch: Partial<OfficeSettings> };
  setPluginEnabled: { readonly pluginId: string; readonly enabled: boolean };
  configurePlugin: {
    readonly pluginId: string;
    readonly settings: Readonly<Record<string, PluginSettingValue>>;
  };
  /** Confirms or withdraws that a plugin's provider gets the variable it names. */
  confirmProviderKey: {
    readonly pluginId: string;
    readonly providerId: string;
    readonly confirmed: boolean;
  };
  /** Keeps a provider's key, which applies at once and is told to nobody. */
  setProviderKey: { readonly providerId: string; readonly key: string };
  /** Forgets a key that was set this way. */
  removeProviderKey: { readonly providerId: string };
  refreshPlugins: object;
  installPlugin: { readonly catalogUrl: string; readonly pluginId: string };
  removePlugin: { readonly pluginId: string };
  addPluginSource: { readonly label: string; readonly url: string };
  removePluginSource: { readonly sourceId: string };
  /** Writes a fact; with `supersedes` it corrects an earlier one. */
  rememberFact: MemoryInput;
  /** Retracts a fact; its record stays. */
  retractFact: { readonly id: string; readonly reason?: string };
  /**
   * Restores the workspace to before the run, or to before one of its turns; with `redo` takes the
   * last revert back.
   */
  revertRun: {
    readonly runId: string;
    readonly turnId?: string;
    readonly redo?: boolean;
    /** Name of the person, as given by the client. */
    readonly by?: string;
  };
  /**
   * Hands a run's change over in one of three ways: as a branch with one commit per turn, or with one
   * commit with `message`; merged into the workspace; or as a patch.
   */
  deliverRun: {
    readonly runId: string;
    readonly branch?: string;
    readonly into?: 'workspace';
    readonly patch?: boolean;
    readonly message?: string;
    readonly by?: string;
  };
  /** Removes the worktree of an ended run, with a change that was not delivered. */
  discardRun: { readonly runId: string; readonly by?: string };
  /**
   * Comments on lines of a run's change. With `keep` they are kept with the run; otherwise they and
   * all kept ones are sent as one instruction, which steers a run at work and continues an ended
   * one. `id` replaces a kept comment; `remove` takes kept ones away.
   */
  commentOnChange: {
    readonly runId: string;
    readonly comments?: readonly GivenComment[];
    readonly remove?: readonly string[];
    readonly keep?: boolean;
    readonly by?: string;
  };
  /** Sends this socket a run's stored events. */
  loadRun: { readonly runId: string };
  /** Runs a stage and all later ones again; default: the first stage that is not done. */
  retryRun: { readonly runId: string; readonly stage?: string };
  /**
   * Gives a run an instruction, which is shown to every later call of it, or another plan, which
   * holds from the next stage on.
   */
  steerRun: { readonly runId: string; readonly text?: string; readonly plan?: WorkPlan };
  /** Takes back one check that is allowed on a floor, or all; it asks again. */
  revokeChecks: { readonly workspaceId: string; readonly command?: string };
  /** Sets how the floor runs commands, and the bounds of its sandboxes; null: the defaults. */
  setWorkspaceShell: OnFloor & {
    readonly shell?: FloorShell;
    readonly sandboxBounds?: Partial<SandboxBounds> | null;
    readonly packages?: boolean;
    readonly hosts?: readonly string[];
    readonly visibleSecrets?: readonly string[];
    readonly trusted?: boolean;
  };
  /** Sets where runs of the floor work, and the command for each new worktree; null: none. */
  setWorkspaceIsolation: OnFloor & {
    readonly isolation?: Isolation;
    readonly worktreeSetup?: string | null;
  };
  /**
   * Takes back what may run in a sandbox without asking: that of a run, of the floor (`runId` null),
   * or all.
   */
  revokeSandbox: { readonly workspaceId: string; readonly runId?: string | null };
  /** Asks for the whole state as a `hello`. */
  resync: object;
  /** Asks for a `pong`, which comes after all earlier events. */
  ping: object;
}

export type ClientCommandType = keyof ClientCommandPayloads;

/** The interface's 33 commands in its order, then our own. */
export const clientCommandTypes = [
  'submit',
  'cancel',
  'chat',
  'plan',
  'approve',
  'selectWorkspace',
  'setModelPolicy',
  'setRoleGrants',
  'setSeat',
  'hire',
  'fire',
  'setRoutingPosture',
  'addRoom',
  'removeRoom',
  'setWorkspaceSkills',
  'setWorkspaceBudget',
  'setWorkspaceDetails',
  'setWorkspaceStyle',
  'createWorkspace',
  'importWorkspace',
  'removeWorkspace',
  'updateSettings',
  'setPluginEnabled',
  'configurePlugin',
  'refreshPlugins',
  'installPlugin',
  'removePlugin',
  'addPluginSource',
  'removePluginSource',
  'rememberFact',
  'retractFact',
  'loadRun',
  'resync',
  'ping',
  'confirmProviderKey',
  'setProviderKey',
  'removeProviderKey',
  'retryRun',
  'steerRun',
  'revertRun',
  'deliverRun',
  'discardRun',
  'commentOnChange',
  'revokeChecks',
  'revokeSandbox',
  'setWorkspaceShell',
  'setWorkspaceIsolation',
] as const satisfies readonly ClientCommandType[];

/** Declared but answered as unknown; their work is done by HTTP routes. */
export const unhandledCommandTypes = [
  'setPluginEnabled',
  'configurePlugin',
  'refreshPlugins',
  'installPlugin',
  'removePlugin',
  'addPluginSource',
  'removePluginSource',
] as const satisfies readonly ClientCommandType[];

export type HandledCommandType = Exclude<ClientCommandType, (typeof unhandledCommandTypes)[number]>;

/** Optional field of every command. */
export interface CommandIdentity {
  /**
   * Id of the command: its answer is `command.done` or an `error` with this id. A repeated id
   * within a day has no second effect. At most 100 characters.
   */
  readonly requestId?: string;
}

/** A client's frame: `type` names the command, the other fields are its payload. */
export type ClientCommand = {
  [K in ClientCommandType]: { readonly type: K } & CommandIdentity & ClientCommandPayloads[K];
}[ClientCommandType];
