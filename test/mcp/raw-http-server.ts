import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

export interface RawRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** What was posted; empty for other methods. */
  readonly message: { readonly id?: number; readonly method?: string };
}

/** Answers one request, or leaves it to `answerWell` by returning false. */
export type RawHandler = (request: RawRequest, response: ServerResponse) => boolean | void;

export interface RawHttpServer {
  readonly url: string;
  readonly requests: RawRequest[];
  close(): Promise<void>;
}

/** A streamable HTTP server by hand on a loopback port, so that it can misbehave. */
export async function startRawServer(handler: RawHandler, at = 0): Promise<RawHttpServer> {
  const requests: RawRequest[] = [];
  const server = createServer((incoming, response) => {
    void readAll(incoming).then((body) => {
      const message = body === '' ? {} : (JSON.parse(body) as RawRequest['message']);
      const request = { method: incoming.method ?? '', headers: incoming.headers, message };
      requests.push(request);
      if (handler(request, response) === false) answerWell(request, response);
    });
  }).listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function answerJson(response: ServerResponse, message: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session-1' });
  response.end(JSON.stringify(message));
}

/** What a small well-behaved server says: one tool, no stream of its own. */
export function answerWell({ method, message }: RawRequest, response: ServerResponse): void {
  if (method !== 'POST') return void response.writeHead(405).end();
  if (message.id === undefined) return void response.writeHead(202).end();
  answerJson(response, { jsonrpc: '2.0', id: message.id, result: results[message.method ?? ''] });
}

const results: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    serverInfo: { name: 'raw', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'hello' }] },
};
