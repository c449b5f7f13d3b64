import { setTimeout } from 'node:timers';
import { WebSocket } from 'ws';
import type { ClientCommand } from '#protocol/commands.js';

const retryMs = 100;

/** A client that asks for what it missed whenever its socket has ended, and keeps the numbers it got. */
export class FollowingSocket {
  /** Of events, as they came. */
  readonly numbers: number[] = [];
  private socket: WebSocket;
  private isOver = false;

  /** @param port where a replica is, asked for each connection */
  constructor(private readonly port: () => number) {
    this.socket = this.connect();
  }

  /** The last number it got; 0 before the first. */
  get last(): number {
    return this.numbers.at(-1) ?? 0;
  }

  /** Nothing while it is not connected. */
  send(command: ClientCommand): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  close(): void {
    this.isOver = true;
    this.socket.terminate();
  }

  private connect(): WebSocket {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port()}/ws?since=${this.last}`);
    socket.on('message', (frame: Buffer) => this.receive(frame.toString()));
    // A `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(() => this.reconnect(), retryMs));
    return socket;
  }

  private reconnect(): void {
    if (!this.isOver) this.socket = this.connect();
  }

  private receive(frame: string): void {
    const { type, seq } = JSON.parse(frame) as { readonly type: string; readonly seq?: number };
    // The number of a hello is that of an event.
    if (type !== 'hello' && seq !== undefined) this.numbers.push(seq);
  }
}
