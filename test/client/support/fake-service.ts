import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { WaitQueue } from '#client/runs/follow-run.js';

export interface Visit {
  readonly socket: WebSocket;
  /** Path and query of the upgrade. */
  readonly url: string;
  say(frame: Readonly<Record<string, unknown>>): void;
}

/** What speaks as an office does, word by word as a test says it. */
export class FakeService {
  /** Answer of `GET /api/health`. */
  health: { status: number; body: unknown } = {
    status: 200,
    body: { llmMode: 'mock', protocolVersion: 1 },
  };
  answersPings = true;
  private readonly commands = new WaitQueue<Readonly<Record<string, unknown>>>();
  private readonly visits = new WaitQueue<Visit>();

  private constructor(
    private readonly server: Server,
    private readonly sockets: WebSocketServer,
  ) {
    server.on('request', (_request, response) => {
      response.writeHead(this.health.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(this.health.body));
    });
    sockets.on('connection', (socket, request) => this.enter(socket, request));
  }

  static async start(): Promise<FakeService> {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FakeService(server, sockets);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next connection. */
  visit(): Promise<Visit> {
    return this.visits.next();
  }

  /** The next command of the type that was not consumed yet. */
  async hears(type: string): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      const command = await this.commands.next();
      if (command.type === type) return command;
    }
  }

  /** The next command that was not consumed yet, whatever it is; pings aside. */
  async hearsCommand(): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      const command = await this.commands.next();
      if (command.type !== 'ping') return command;
    }
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private enter(socket: WebSocket, { url = '' }: IncomingMessage): void {
    const say = (frame: object) => socket.send(JSON.stringify({ at: 1, ...frame }));
    socket.on('message', (data: Buffer) => {
      const command = JSON.parse(data.toString()) as Record<string, unknown>;
      this.commands.push(command);
      if (command.type === 'ping' && this.answersPings) say({ type: 'pong' });
    });
    this.visits.push({ socket, url, say });
  }
}

/** A greeting with just enough of a state. */
export function hello(seq: number, state: object = {}): Readonly<Record<string, unknown>> {
  const parts = { runs: [], approvals: [], workspaces: [], employees: [], memory: { facts: [] } };
  return { type: 'hello', seq, protocolVersion: 1, state: { ...parts, ...state } };
}
