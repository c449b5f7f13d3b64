import { z } from 'zod';
import { cleaned } from '../../platform/text/cleaned.js';
import { parseForeignJson } from '../../platform/text/foreign-json.js';
import type { ServerEvent } from '../../protocol/events.js';
import { type LogLevel, logLevels } from '../../protocol/records/enums.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import { pluginLimits } from '../plugin-limits.js';
import type { PluginSettings } from '../settings/plugin-settings.js';

/**
 * Messages between the service and a plugin's process: one JSON object per line. The service trusts
 * nothing from a plugin (see `readMessage`).
 */

/** A request to the plugin, answered under the same number. */
export type Ask =
  | {
      readonly ask: 'activate';
      /** Path of the entry module in the bundle. */
      readonly entry: string;
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

export type Numbered<T> = T & {
  readonly id: number;
  /** Time until the code is interrupted, ms. */
  readonly limitMs: number;
};

/** The first line to a process: its code. */
export interface Bundle {
  /** Texts of modules by path in the plugin's directory. */
  readonly bundle: Readonly<Record<string, string>>;
}

/** Messages of the service that expect no answer. */
export type ServiceNote =
  /** The caller of the tool call with this number has left. */
  { readonly abort: number } | ServiceReply;

/** The result of a request; exactly one of the last two is present. */
export interface ServiceReply {
  readonly reply: number;
  readonly value?: RequestValue;
  readonly error?: string;
}

/** The text of a file, the names in a directory, a network answer, or nothing. */
export type RequestValue = string | readonly string[] | FetchAnswer | null;

export type FromService = Numbered<Ask> | ServiceNote;

export interface ToolOutcome {
  readonly ok: boolean;
  readonly content: string;
  readonly preview?: string;
  readonly affectsPaths?: readonly string[];
}

const fileOperations = ['read', 'write', 'list'] as const;
export type FileOperation = (typeof fileOperations)[number];

/** A tool call's request for a file of its workspace. */
export interface FileRequest {
  readonly request: FileOperation;
  readonly id: number;
  /** Number of the tool call. */
  readonly call: number;
  readonly path: string;
  readonly content?: string;
}

/** A request to the network. */
export interface FetchRequest {
  readonly request: 'fetch';
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  /** In base64. */
  readonly body?: string;
}

export type GuestRequest = FileRequest | FetchRequest;

export interface FetchAnswer {
  readonly status: number;
  readonly statusText: string;
  /** URL after the last redirect. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** In base64. */
  readonly body: string;
}

export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type Answer =
  | { readonly answer: number; readonly outcome?: ToolOutcome }
  | { readonly answer: number; readonly error: string }
  /** The code exceeded its time and was interrupted; the plugin continues. */
  | { readonly answer: number; readonly interrupted: true };

export type Tell =
  | ({ readonly tell: 'tool' } & DeclaredTool)
  | { readonly tell: 'subscribe' | 'unsubscribe'; readonly eventType: string }
  | { readonly tell: 'log'; readonly level: LogLevel; readonly message: string }
  /** A request is abandoned. */
  | { readonly tell: 'cancel'; readonly request: number }
  /** Code that nothing waits for was interrupted. */
  | { readonly tell: 'interrupted' }
  /** An uncaught error; the process is about to end. */
  | { readonly tell: 'fault'; readonly message: string };

export type FromPlugin = Answer | Tell | GuestRequest;

const number = z.int().nonnegative();
const text = z.string().max(pluginLimits.messageBytes);
const path = z.string().max(4096);

/** Cleaned for display in logs and records. */
const shownText = text.transform((said) => cleaned(said, pluginLimits.logLineCharacters));

const toolName = z.string().regex(/^[a-z0-9_]{1,64}$/);
const eventType = z.string().regex(/^[\w.-]{1,100}$/);

/** As defined by HTTP (RFC 9110). */
const token = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/);
const headerValue = z.string().max(pluginLimits.fetchHeaderBytes);

const outcome = z.object({
  ok: z.boolean(),
  content: z.string().max(pluginLimits.toolContentCharacters),
  preview: shownText.optional(),
  affectsPaths: z.array(path).max(pluginLimits.affectedPaths).optional(),
});

const answer = z.union([
  z.object({ answer: number, error: shownText }),
  z.object({ answer: number, interrupted: z.literal(true) }),
  z.object({ answer: number, outcome: outcome.optional() }),
]);

const tell = z.discriminatedUnion('tell', [
  z.object({
    tell: z.literal('tool'),
    name: toolName,
    description: text,
    parameters: z.record(z.string(), z.unknown()),
  }),
  z.object({ tell: z.enum(['subscribe', 'unsubscribe']), eventType }),
  z.object({ tell: z.literal('log'), level: z.enum(logLevels), message: shownText }),
  z.object({ tell: z.literal('cancel'), request: number }),
  z.object({ tell: z.literal('interrupted') }),
  z.object({ tell: z.literal('fault'), message: shownText }),
]);

const request = z.discriminatedUnion('request', [
  z.object({
    request: z.enum(fileOperations),
    id: number,
    call: number,
    path,
    content: text.optional(),
  }),
  z.object({
    request: z.literal('fetch'),
    id: number,
    url: z.string().max(8192),
    method: token,
    headers: z.array(z.tuple([token, headerValue])).max(pluginLimits.fetchHeaders),
    body: z.base64().max(pluginLimits.messageBytes).optional(),
  }),
]);

const message: z.ZodType<FromPlugin> = z.union([answer, tell, request]);

/** Parses a plugin's line, or null if it is invalid. Never throws. */
export function readMessage(line: string): FromPlugin | null {
  try {
    const read = message.safeParse(parseForeignJson(line));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
