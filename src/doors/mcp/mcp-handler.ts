import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { currentActor } from '../../platform/actors/actor.js';
import { officeServer, type ServerParts } from './office-server.js';

/** Most open streams that report changes to clients. */
const mostSubscriptions = 100;

/** The libraries of the door, which are loaded with the first request. */
export class McpHandler {
  private readonly handler: McpHttpHandler;
  private readonly serve: ReturnType<typeof toNodeHandler>;

  /** @param onError called for errors that no client is told */
  constructor(parts: ServerParts, onError: (error: Error) => void) {
    this.handler = createMcpHandler(
      ({ era }) => officeServer(currentActor(), era === 'modern', parts),
      { legacy: 'stateless', maxSubscriptions: mostSubscriptions, onerror: onError },
    );
    this.serve = toNodeHandler(this.handler, { onerror: onError });
  }

  /** Answers a request; must run in the context of its sender. */
  async answer(request: Request, response: Response): Promise<void> {
    const body: unknown = request.method === 'POST' ? request.body : undefined;
    await this.serve(request, response, body);
  }

  get notify(): McpHttpHandler['notify'] {
    return this.handler.notify;
  }

  close(): Promise<void> {
    return this.handler.close();
  }
}
