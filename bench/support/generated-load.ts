import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Case, casesOf } from './generated-cases.js';

const sockets = 12;
/** Number of concurrent requests. */
const requests = 32;
/** Number of cases per seed. */
const portion = 1000;
/** A sender pauses while its connection buffers more than this. */
const unsentBytes = 256 * 1024;

/** Clients that send generated cases without waiting for answers; every fourth one reads slowly. */
export class GeneratedLoad {
  readonly statuses = new Map<number, number>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: requests });
  private clients: WebSocket[] = [];
  private open = 0;
  private sent = 0;

  constructor(private readonly address: string) {}

  /** Sends this many cases, or as many as the time allows; resolves when all are answered. */
  async send(count: number, longestMs: number): Promise<number> {
    const end = performance.now() + longestMs;
    this.clients = await Promise.all(Array.from({ length: sockets }, () => this.connect()));
    for (let seed = 0; this.sent < count && performance.now() < end; seed += 1) {
      for (const each of casesOf(Math.min(portion, count - this.sent), seed)) await this.one(each);
    }
    while (this.open > 0) await pause(20);
    for (const client of this.clients) await this.settled(client);
    return this.sent;
  }

  close(): void {
    this.agent.destroy();
    for (const client of this.clients) client.terminate();
  }

  private async one(each: Case): Promise<void> {
    this.sent += 1;
    if (each.door === 'socket') await this.frame(each.frame);
    else await this.request(each);
  }

  private async frame(text: string): Promise<void> {
    const place = this.sent % sockets;
    let client = this.clients[place] as WebSocket;
    if (client.readyState !== WebSocket.OPEN) {
      client = this.clients[place] = await this.connect();
    }
    if (place % 4 === 0) client.pause();
    if (this.sent % 500 < sockets) client.resume();
    client.send(text);
    while (client.bufferedAmount > unsentBytes) await pause(5);
  }

  private async request({ method, path, body }: Case & { door: 'http' }): Promise<void> {
    while (this.open >= requests) await pause(1);
    this.open += 1;
    const call = request(`${this.address}${path}`, { method, agent: this.agent });
    call.on('response', (response) => {
      const { statusCode = 0 } = response;
      this.statuses.set(statusCode, (this.statuses.get(statusCode) ?? 0) + 1);
      response.resume().on('close', () => (this.open -= 1));
    });
    call.on('error', () => (this.open -= 1));
    call.end(body);
  }

  private async connect(): Promise<WebSocket> {
    const client = new WebSocket(`${this.address.replace('http', 'ws')}/ws`);
    client.on('error', () => undefined);
    await once(client, 'open');
    return client;
  }

  /** A `pong` means that all earlier commands are answered. */
  private async settled(client: WebSocket): Promise<void> {
    if (client.readyState !== WebSocket.OPEN) return;
    client.resume();
    await new Promise<void>((resolve) => {
      client.on('close', () => resolve());
      client.on('message', (data: Buffer) => {
        if (data.length < 100 && data.includes('"pong"')) resolve();
      });
      client.send('{"type":"ping"}');
    });
  }
}
