import { messageOf } from '../../platform/errors/error-text.js';
import { anyObject, objectIn } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { clip } from '../../platform/text/clip.js';
import { fenceUntrusted } from '../../tools/fence-untrusted.js';
import { declined, withPersonsWord } from '../../tools/declined.js';
import { mayBeNull } from '../../tools/nullable.js';
import { objectsIn, pointedAt } from '../../tools/schema-parts.js';
import { describedWithOrigin } from '../../tools/tool-description.js';
import type {
  ApprovalAnswer,
  ForeignText,
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
    context: Pick<ToolContext, 'signal' | 'workspaceId'>,
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
  const tool: Tool = {
    name: published,
    description: describedWithOrigin(description, origin),
    parameters,
    pluginId: null,
    readOnly: false,
    run: (args, context) => run(descriptor, args, context, server),
  };
  const told = { ...tool, told: describedWithOrigin(fencedFor(server.id, description), origin) };
  const unknown = mcpTexts.unknownTool(name, server.id);
  const untold: Tool = { ...tool, told: unknown, shown: { type: 'object' } };
  if (!server.consent.isRequired) return told;
  return { ...untold, on: (floor) => (server.consent.isGivenOn(floor) ? told : untold) };
}

/** Foreign words among the service's own. */
function fencedFor(serverId: string, description: string): string {
  return description === ''
    ? ''
    : fenceUntrusted(`mcp:${serverId}`, clip(description, mostFenced, '…'));
}

/** Characters, so that the closing fence is within providers' limits. */
const mostFenced = 600;

/**
 * The answer to a call that lacks required arguments of a tool whose parameters the model has not
 * seen; null: the call may go ahead.
 */
function unknownTo(
  { name, description, parameters }: ToolDescriptor,
  args: ToolArguments,
  serverId: string,
): ToolResult | null {
  const required = parameters['required'];
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  if (names.every((one) => typeof one === 'string' && Object.hasOwn(args, one))) return null;
  const headline = mcpTexts.nowKnown(name, serverId);
  const content = [headline, description, JSON.stringify(parameters)].join('\n\n');
  return { ok: false, content, preview: headline, foreign: foreignOf(name, serverId) };
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
    return { ok: false, content, preview: preview(), foreign: foreignOf(tool, server.id) };
  };
  const isUnknown = !server.consent.isGivenOn(context.workspaceId);
  let consent: ApprovalAnswer;
  do {
    const missing = await absence(server, context.signal);
    if (missing !== null) return failed(missing);
    consent = await server.consent.ask({ tool, args, allTools: server.toolNames() }, context);
    if (!consent.approved) return declined(mcpTexts.declined(server.id, tool), consent);
    startedAt = performance.now();
    // It may have been lost, or replaced, during the question.
    const gone = await absence(server, context.signal);
    if (gone !== null) return failed(gone);
  } while (!server.consent.isGivenOn(context.workspaceId));
  const unknown = isUnknown ? unknownTo(descriptor, args, server.id) : null;
  if (unknown !== null) return unknown;
  try {
    const answer = await server.call(descriptor, withoutNulls(args, parameters), context);
    const { content, ...result } = renderResult(answer, server.limits);
    const foreign = foreignOf(tool, server.id);
    return { ...result, content: withPersonsWord(content, consent), preview: preview(), foreign };
  } catch (error) {
    return failed(error);
  }
}

function foreignOf(tool: string, serverId: string): readonly ForeignText[] {
  return [{ kind: 'mcp', name: `${serverId}/${tool}` }];
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
  const others = schema['additionalProperties'];
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const kept = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const described = Object.hasOwn(properties, name) ? properties[name] : others;
    if (described === undefined || described === true) return [[name, part]];
    const leftOut = part === null && !required.includes(name) && !mayBeNull(described, root);
    return leftOut ? [] : [[name, cleanedValue(part, described, root)]];
  });
  return Object.fromEntries(kept);
}

function cleanedValue(value: unknown, described: unknown, root: Json): unknown {
  if (Array.isArray(value)) {
    const { items } = describing(described, ['items'], root);
    return value.map((part: unknown) => cleanedValue(part, items, root));
  }
  const data = anyObject.safeParse(value).data;
  if (data === undefined) return value;
  return cleanedObject(
    data,
    describing(described, ['properties', 'additionalProperties'], root),
    root,
  );
}

/** The only one of a schema's alternatives that has a keyword; none if there are several. */
function describing(described: unknown, keywords: readonly string[], root: Json): Json {
  const all = alternatives(objectIn(described), root);
  const telling = all.filter((each) => keywords.some((keyword) => keyword in each));
  return telling.length === 1 && telling[0] !== undefined ? telling[0] : {};
}

/** Most parts that are looked at: references may lead round in circles. */
const mostAlternatives = 100;

/** A schema, its choices, and the targets of its references. */
function alternatives(schema: Json, root: Json): readonly Json[] {
  const found = [schema];
  for (let at = 0; at < found.length && found.length < mostAlternatives; at += 1) {
    const each = found[at] ?? {};
    const { $ref: reference } = each;
    const target = typeof reference === 'string' ? pointedAt(root, reference) : undefined;
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) found.push(...objectsIn(each, keyword));
    if (target !== undefined) found.push(target);
  }
  return found;
}
