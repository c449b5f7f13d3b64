import type { ServerEvent } from '../../protocol/events.js';
import type { LogLevel } from '../../protocol/records/enums.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import type { PluginSettings } from '../settings/plugin-settings.js';

/**
 * What the office and a plugin's process say to each other: one JSON object on a line. The office
 * believes nothing a plugin says (see `read-message.ts`); a plugin's host believes the office.
 */

/** Something the process is to do; it answers under the same number. */
export type Ask =
  | {
      readonly ask: 'activate';
      /** Where the entry module is, as a URL. */
      readonly entryUrl: string;
      readonly manifest: PluginManifest;
      readonly settings: PluginSettings;
    }
  | { readonly ask: 'deactivate' }
  | {
      readonly ask: 'run';
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly workspaceRoot: string;
    }
  | { readonly ask: 'handle'; readonly event: ServerEvent }
  | { readonly ask: 'ping' };

export type Numbered<T> = T & { readonly id: number };

/** What the office says without being asked back. */
export type OfficeNote =
  /** The caller of the tool call with this number has gone. */
  | { readonly abort: number }
  /** What a wish for a file came to; exactly one of the last two is there. */
  | { readonly file: number; readonly value?: FileValue; readonly error?: string };

/** The text of a file, the names in a directory, or nothing for a write. */
export type FileValue = string | readonly string[] | null;

export type FromOffice = Numbered<Ask> | OfficeNote;

export interface ToolOutcome {
  readonly ok: boolean;
  readonly content: string;
  readonly preview?: string;
  readonly affectsPaths?: readonly string[];
}

export const fileOperations = ['read', 'write', 'list'] as const;
export type FileOperation = (typeof fileOperations)[number];

/** A tool call asks for a file of the workspace it works in. */
export interface FileWish {
  readonly want: FileOperation;
  readonly id: number;
  /** The number of the tool call. */
  readonly call: number;
  readonly path: string;
  readonly content?: string;
}

export interface ToldTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type Answer =
  | { readonly answer: number; readonly outcome?: ToolOutcome }
  | { readonly answer: number; readonly error: string };

export type Tell =
  | ({ readonly tell: 'tool' } & ToldTool)
  | { readonly tell: 'subscribe' | 'unsubscribe'; readonly eventType: string }
  | { readonly tell: 'log'; readonly level: LogLevel; readonly message: string }
  /** The plugin threw where nobody caught it; its process is about to end. */
  | { readonly tell: 'fault'; readonly message: string };

export type FromPlugin = Answer | Tell | FileWish;
