import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Actor } from '../../platform/actors/actor.js';
import { rightsMissing, requireRightOf } from '../../platform/actors/actors.js';
import type { AuditTrail } from '../../platform/audit/audit-trail.js';
import { OfficeError } from '../../platform/errors/office-error.js';
import { serviceVersion } from '../../platform/process/service-version.js';
import { mcpRequestIdField } from '../../protocol/mcp-request-id.js';
import { rightsForMcpTool } from '../../protocol/rules/rights-table.js';
import { mcpDoorTexts as texts } from '../../protocol/texts/mcp-door.js';
import { type RunResources, resourceTemplates } from './run-resources.js';
import type { DoorTool } from './tools/door-tool.js';

/** Parts that the servers of all requests share. */
export interface ServerParts {
  readonly tools: readonly DoorTool[];
  readonly resources: RunResources;
  /** The audit log of calls that change something. */
  readonly audit: Pick<AuditTrail, 'carryOut' | 'checked'>;
  /** The text for the client about an error of a tool; logs faults. */
  readonly refusalOf: (tool: string, thrown: unknown) => string;
}

/**
 * The server of one request, acting for its sender. Only clients of the 2026 protocol can subscribe
 * to changes, because nothing is kept between requests.
 */
export function officeServer(actor: Actor, hears: boolean, parts: ServerParts): Server {
  const server = new Server(
    { name: 'office', title: texts.title, version: serviceVersion },
    {
      capabilities: {
        tools: {},
        resources: hears ? { subscribe: true, listChanged: true } : {},
      },
      instructions: texts.instructions,
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: parts.tools
      .filter(({ name }) => rightsMissing(actor, rightsForMcpTool(name)).length === 0)
      .map(wireTool),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(params, { actor, parts, context }),
  );
  server.setRequestHandler('resources/list', async ({ params }) => {
    const { resources, next } = await refusing(() => parts.resources.list(params?.cursor));
    return { resources, ...(next !== null && { nextCursor: next }) };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resourceTemplates],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => ({
    contents: [await refusing(() => parts.resources.read(uri), uri)],
  }));
  return server;
}

function wireTool({ name, title, description, hints, inputSchema, outputSchema }: DoorTool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    outputSchema: { ...outputSchema, type: 'object' as const },
    annotations: { title, ...hints },
  };
}

interface Calling {
  readonly actor: Actor;
  readonly parts: ServerParts;
  readonly context: ServerContext;
}

/** Refusals are results, which models read; only an unknown tool is an error of the protocol. */
async function callTool(
  { name, arguments: args = {} }: CallToolRequest['params'],
  { actor, parts, context }: Calling,
): Promise<CallToolResult> {
  const tool = parts.tools.find((one) => one.name === name);
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, texts.unknownTool(name));
  }
  const { signal, _meta: meta = {} } = context.mcpReq;
  const call = { actor, signal, requestId: meta[mcpRequestIdField], tell: teller(context) };
  const deed = { operation: `mcp ${tool.name}`, given: args };
  try {
    await parts.audit.checked(deed, () =>
      requireRightOf(actor, ...rightsForMcpTool(tool.name, args)),
    );
    const run = (): ReturnType<DoorTool['run']> => tool.run(args, call);
    const isReading = tool.hints.readOnlyHint;
    const { text, data } = await (isReading ? run() : parts.audit.carryOut(deed, run));
    return { content: [{ type: 'text', text }], structuredContent: { ...data } };
  } catch (thrown) {
    return refusal(parts.refusalOf(name, thrown));
  }
}

function refusal(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** Returns a function that sends progress, if the client asked for it and has not left. */
function teller({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    const params = { progressToken, progress, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** Maps refusals to errors of the protocol. */
async function refusing<T>(work: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof OfficeError)) throw thrown;
    if (uri !== undefined && thrown.kind === 'not-found') {
      throw new ResourceNotFoundError(uri, thrown.message);
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, thrown.message);
  }
}
