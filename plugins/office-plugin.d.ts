/**
 * Types for plugins of the office: what `activate` is given, what a tool is given and returns, and
 * the globals there are. Nothing of Node is there; docs/plugins.md tells what to use instead.
 *
 * In a plugin in JavaScript, name them in comments and let an editor or `tsc --checkJs` check:
 *
 *     /** @param {import('./office-plugin.js').PluginApi} api *\/
 *     export function activate(api) {}
 */

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type SettingValue = string | number | boolean;

export interface PluginApi {
  /** `plugin.json` as the office validated it; frozen. */
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly name: string;
    readonly version: string;
  };
  /** Values in force, by key; frozen. The plugin is started anew when an operator changes one. */
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** Writes a line to the office's log, at most 2,000 characters. */
  log(level: LogLevel, message: string): void;
  /** Needs the permission `tools`. */
  registerTool(tool: PluginTool): void;
  /** Needs the permission `events`. @returns a function that unsubscribes */
  on(eventType: string, handler: (event: OfficeEvent) => unknown): () => void;
}

/** An event of the office; `src/protocol/events.ts` lists the types and their fields. */
export interface OfficeEvent {
  readonly type: string;
  /** In ms since 1970. */
  readonly at: number;
  /** Each type of event has fields of its own. */
  readonly [field: string]: unknown;
}

export interface PluginTool {
  /** Published as `<plugin id>_<name>`, all but letters and digits as `_`. */
  readonly name: string;
  readonly description?: string;
  /** A JSON schema of an object, for models. Arguments are not checked against it. */
  readonly parameters?: object;
  run(args: ToolArguments, context: ToolContext): ToolResult | Promise<ToolResult>;
}

/** What a model sent: anything may be in it. */
export type ToolArguments = Readonly<Record<string, unknown>>;

export interface ToolContext {
  /** Files of the run's workspace. */
  readonly files: WorkspaceFiles;
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly settings: PluginApi['settings'];
  readonly log: PluginApi['log'];
  /** Where the workspace is, for messages. */
  readonly workspaceRoot: string;
}

/** Paths are relative to the workspace; a file has at most 128 KB. */
export interface WorkspaceFiles {
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** Names in a directory, those of directories with `/` at their end. */
  list(path?: string): Promise<readonly string[]>;
}

export interface ToolResult {
  readonly ok: boolean;
  /** For the model. */
  readonly content: string;
  /** For people. */
  readonly preview?: string;
  /** Files that were changed in another way than by `files.write`. */
  readonly affectsPaths?: readonly string[];
}

/** What an entry module exports. */
export interface PluginModule {
  activate(api: PluginApi): unknown;
  deactivate?(): unknown;
}
