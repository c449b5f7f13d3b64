import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { z } from 'zod';

export interface RealServer {
  readonly url: string;
  /** Calls that were carried out. */
  readonly calls: string[];
  /** `initialize` and the like, in order. */
  readonly methods: string[];
  /** Offers a second tool from now on, and says so to who listens. */
  addTool(): void;
  /** As after a restart: no session is known any more. */
  forget(): void;
  close(): Promise<void>;
}

export type Kind = 'first' | 'both' | 'modern';

type Handler = (request: IncomingMessage, response: ServerResponse, body: unknown) => unknown;

const shape = { a: z.number(), b: z.number() };

/** A server made with SDK 1 (with sessions), or with SDK 2 (for both protocols, or the modern alone). */
export async function startRealServer(kind: Kind): Promise<RealServer> {
  const calls: string[] = [];
  const methods: string[] = [];
  const answer = ({ a, b }: { a: number; b: number }) => {
    calls.push('add');
    return {
      content: [{ type: 'text' as const, text: `${a} + ${b}` }],
      structuredContent: { sum: a + b, by: kind },
    };
  };
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const offered: string[] = ['add'];
  const modern = kind === 'first' ? null : secondSdk(kind, offered, answer);
  const handle = modern === null ? firstSdk(sessions, answer) : toNodeHandler(modern);
  const server = createServer((request, response) => {
    void readAll(request).then((text) => {
      const body = text === '' ? undefined : (JSON.parse(text) as { method?: string });
      if (body?.method !== undefined) methods.push(body.method);
      return handle(request, response, body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    methods,
    addTool: () => {
      offered.push('more');
      modern?.notify.toolsChanged();
    },
    forget: () => sessions.clear(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Answer = (args: { a: number; b: number }) => {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
};

/** As the examples of SDK 1 have it: a transport for each session, 404 for those it does not know. */
function firstSdk(sessions: Map<string, StreamableHTTPServerTransport>, answer: Answer): Handler {
  return async (request, response, body) => {
    const named = request.headers['mcp-session-id'];
    const known = typeof named === 'string' ? sessions.get(named) : undefined;
    if (known !== undefined) return known.handleRequest(request, response, body);
    if (named !== undefined) {
      const error = { code: -32001, message: 'Session not found' };
      response.writeHead(404, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const server = new FirstServer({ name: 'first', version: '1.0.0' });
    server.registerTool('add', { inputSchema: shape }, answer);
    await server.connect(transport);
    return transport.handleRequest(request, response, body);
  };
}

function secondSdk(kind: Kind, offered: readonly string[], answer: Answer) {
  return createMcpHandler(
    () => {
      const server = new McpServer(
        { name: kind, version: '2.0.0' },
        { capabilities: { tools: { listChanged: true } } },
      );
      for (const name of offered) {
        server.registerTool(name, { inputSchema: z.object(shape) }, answer);
      }
      return server;
    },
    { legacy: kind === 'both' ? 'stateless' : 'reject' },
  );
}
