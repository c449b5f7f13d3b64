import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { currentActor } from '../../platform/actors/actor.js';
import { officeServer, type ServerParts } from './office-server.js';

/** Streams open at once that tell clients of changes. */
const mostSubscriptions = 100;

/** The libraries of the door, which load with the first request. */
export class McpHandler {
  private readonly handler: McpHttpHandler;
  private readonly serve: ReturnType<typeof toNodeHandler>;

  /** @param onError called for what never reaches a client */
  constructor(parts: ServerParts, onError: (error: Error) => void) {
    this.handler = createMcpHandler(
      ({ era }) => officeServer(currentActor(), era === 'modern', parts),
      { legacy: 'stateless', maxSubscriptions: mostSubscriptions, onerror: onError },
    );
    this.serve = toNodeHandler(this.handler, { onerror: onError });
  }

  /** Answers a request; must run as whoever sent it. */
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
