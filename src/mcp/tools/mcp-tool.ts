import { messageOf } from '../../platform/errors/error-text.js';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { declined, withPersonsWord } from '../../tools/declined.js';
import { mayBeNull } from '../../tools/nullable.js';
import { describedWithOrigin } from '../../tools/tool-description.js';
import type {
  ApprovalAnswer,
  Tool,
  ToolArguments,
  ToolContext,
  ToolParameters,
  ToolResult,
} from '../../tools/tool.js';
import { renderResult, type ResultLimits } from './render-result.js';
import type { ServerConsent } from './server-consent.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** A tool's view of its connection. */
export interface ToolServer {
  readonly id: string;
  readonly consent: ServerConsent;
  readonly limits: ResultLimits;
  /** Names of all the server's tools. */
  toolNames(): readonly string[];
  /** Ensures that the server is available. @throws with the reason if not */
  reach(signal: AbortSignal): Promise<void>;
  /** @throws without an answer; a tool's own error is an answer. */
  call(
    tool: ToolDescriptor,
    args: ToolArguments,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * A server's tool under its published name. Arguments are not checked here, because the server does
 * that, and its schema is untrusted. Nothing reliable says whether it may be repeated, so
 * interrupted calls are not.
 */
export function mcpTool(published: string, descriptor: ToolDescriptor, server: ToolServer): Tool {
  const { name, description, parameters } = descriptor;
  const origin = mcpTexts.toolOrigin(name, server.id);
  return {
    name: published,
    description: describedWithOrigin(description, origin),
    parameters,
    pluginId: null,
    readOnly: false,
    run: (args, context) => run(descriptor, args, context, server),
  };
}

async function run(
  descriptor: ToolDescriptor,
  args: ToolArguments,
  context: ToolContext,
  server: ToolServer,
): Promise<ToolResult> {
  const { name: tool, parameters } = descriptor;
  let startedAt = performance.now();
  const preview = (): string =>
    mcpTexts.preview(tool, server.id, Math.round(performance.now() - startedAt));
  const failed = (error: unknown): ToolResult => {
    const content = mcpTexts.toolFailed(tool, server.id, messageOf(error));
    return { ok: false, content, preview: preview() };
  };
  let consent: ApprovalAnswer;
  do {
    const missing = await absence(server, context.signal);
    if (missing !== null) return failed(missing);
    consent = await server.consent.ask(tool, server.toolNames(), context);
    if (!consent.approved) return declined(mcpTexts.declined(server.id, tool), consent);
    startedAt = performance.now();
    // It may have been lost, or replaced, during the question.
    const gone = await absence(server, context.signal);
    if (gone !== null) return failed(gone);
  } while (!server.consent.isGiven);
  try {
    const answer = await server.call(descriptor, withoutNulls(args, parameters), context.signal);
    const { content, ...result } = renderResult(answer, server.limits);
    return { ...result, content: withPersonsWord(content, consent), preview: preview() };
  } catch (error) {
    return failed(error);
  }
}

/** Why the server is unavailable; null if it is available. */
async function absence(server: ToolServer, signal: AbortSignal): Promise<unknown> {
  try {
    await server.reach(signal);
    return null;
  } catch (error) {
    return error;
  }
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The arguments without nulls that may be left out and are not allowed: models send null for
 * unspecified arguments, and servers refuse it.
 */
export function withoutNulls(args: ToolArguments, parameters: ToolParameters): ToolArguments {
  return cleanedObject(args, parameters, parameters);
}

function cleanedObject(value: Json, schema: Json, root: Json): Json {
  const properties = objectIn(schema['properties']);
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const kept = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (described === undefined) return [[name, part]];
    const leftOut = part === null && !required.includes(name) && !mayBeNull(described, root);
    return leftOut ? [] : [[name, cleanedValue(part, described, root)]];
  });
  return Object.fromEntries(kept);
}

function cleanedValue(value: unknown, described: unknown, root: Json): unknown {
  const schema = objectIn(described);
  if (Array.isArray(value)) {
    return value.map((part: unknown) => cleanedValue(part, schema['items'], root));
  }
  const data = anyObject.safeParse(value).data;
  return data === undefined ? value : cleanedObject(data, schema, root);
}

function objectIn(value: unknown): Json {
  return anyObject.safeParse(value).data ?? {};
}
