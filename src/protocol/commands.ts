import type { ApprovalScope, RoutingPosture } from './records/enums.js';
import type { MemoryInput } from './records/memory.js';
import type { OfficeSettings } from './records/office.js';
import type { ModelPolicy, Role, WorkspaceBudget } from './records/organisation.js';
import type { PluginSettingValue } from './records/plugins.js';
import type { OfficeStyle } from './records/style.js';
import type { PlanTurn, WorkPlan } from './records/work.js';

/** Absent: the floor that is being shown. */
interface OnFloor {
  readonly workspaceId?: string;
}

/** Payload of every client command, keyed by its type. */
export interface ClientCommandPayloads {
  /** Commissions a run; `budgetUsd` takes the place of the ceiling of the floor. */
  submit: {
    readonly brief: string;
    readonly pipelineId?: string;
    readonly budgetUsd?: number;
    readonly workspaceId?: string;
    /** A run that has ended, which the new one goes on from. */
    readonly continues?: string;
    /** Works on every stage of the pipeline, those on demand too. */
    readonly full?: boolean;
  };
  /** Stops a run. */
  cancel: { readonly runId: string };
  /** Says something to an employee; the reply goes to everyone as `direct.message`. */
  chat: OnFloor & { readonly employeeId: string; readonly text: string };
  /** Asks an employee, without any run; answered by `plan.reply` to this socket alone. */
  plan: OnFloor & {
    readonly employeeId: string;
    readonly text: string;
    readonly history?: readonly PlanTurn[];
  };
  /** Answers an approval; the model is told `reason`. A yes reaches as far as `scope` (absent: once). */
  approve: {
    readonly approvalId: string;
    readonly approved: boolean;
    readonly reason?: string;
    readonly scope?: ApprovalScope;
    /** Who answers, as they call themselves. */
    readonly by?: string;
  };
  /** Changes which floor is shown, for everyone. */
  selectWorkspace: { readonly workspaceId: string };
  /** Replaces a role's model policy. */
  setModelPolicy: OnFloor & { readonly roleId: string; readonly policy: ModelPolicy };
  /** Replaces a role's lists of tools and skills; what does not exist is left out. */
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
  /** Builds one more room. */
  addRoom: OnFloor;
  /** Removes the newest room; refused below what the roster needs. */
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
    readonly skillIds?: readonly string[];
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
  /** Whether a plugin's provider gets the variable it names. */
  confirmProviderKey: {
    readonly pluginId: string;
    readonly providerId: string;
    readonly confirmed: boolean;
  };
  refreshPlugins: object;
  installPlugin: { readonly catalogUrl: string; readonly pluginId: string };
  removePlugin: { readonly pluginId: string };
  addPluginSource: { readonly label: string; readonly url: string };
  removePluginSource: { readonly sourceId: string };
  /** Writes a fact, or with `supersedes` corrects one. */
  rememberFact: MemoryInput;
  /** Retracts a fact; its record stays. */
  retractFact: { readonly id: string; readonly reason?: string };
  /** Puts the workspace back to before the run, or before a turn and all later ones of it. */
  revertRun: { readonly runId: string; readonly turnId?: string };
  /** Makes a branch of what the run changed, one commit a turn. */
  deliverRun: { readonly runId: string; readonly branch: string };
  /** Sends this socket a run's stored events. */
  loadRun: { readonly runId: string };
  /** Runs a stage and what follows again; absent: the first that is not done. */
  retryRun: { readonly runId: string; readonly stage?: string };
  /**
   * Gives a run an instruction, which is shown to every later call of it, or another plan, which
   * holds from the next stage on.
   */
  steerRun: { readonly runId: string; readonly text?: string; readonly plan?: WorkPlan };
  /** Asks for the whole state as a `hello`. */
  resync: object;
  /** Asks for a `pong`, which comes after every event before it. */
  ping: object;
}

export type ClientCommandType = keyof ClientCommandPayloads;

/** Names of the interface's 33 commands, in its order, then those beyond it. */
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
  'retryRun',
  'steerRun',
  'revertRun',
  'deliverRun',
] as const satisfies readonly ClientCommandType[];

/** Declared, and answered as unknown: their HTTP routes do the work. */
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

/** What any command may carry. */
export interface CommandIdentity {
  /**
   * Names the command: its answer is `command.done` or an `error` with this id. The same id within a
   * day does nothing twice. At most 100 characters.
   */
  readonly requestId?: string;
}

/** A client's frame: `type` names the command, the rest is its payload. */
export type ClientCommand = {
  [K in ClientCommandType]: { readonly type: K } & CommandIdentity & ClientCommandPayloads[K];
}[ClientCommandType];
