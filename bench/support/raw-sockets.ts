import type { Socket } from 'node:net';
import { pongFrame, upgraded } from './upgraded-socket.js';

const signOfLifeMs = 10_000;
const atOnce = 50;
const settledMs = 300;

/** Socket clients that only read and count bytes, so that many are cheap. */
export class RawSockets {
  received = 0;
  private readonly open: Socket[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly address: string) {
    this.timer = setInterval(() => {
      for (const socket of this.open) socket.write(pongFrame);
    }, signOfLifeMs);
  }

  async add(count: number): Promise<void> {
    for (let left = count; left > 0; left -= atOnce) {
      await Promise.all(Array.from({ length: Math.min(left, atOnce) }, () => this.addOne()));
    }
  }

  /** Resolves when nothing has arrived for a moment. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.received;) {
      before = this.received;
      await new Promise((resolve) => setTimeout(resolve, settledMs));
    }
  }

  /** Stops reading; they still send signs of life. */
  stopReading(): void {
    for (const socket of this.open) socket.pause();
  }

  close(): void {
    clearInterval(this.timer);
    for (const socket of this.open.splice(0)) socket.destroy();
  }

  private async addOne(): Promise<void> {
    const { socket, first } = await upgraded(this.address, '/ws');
    this.received += first.length;
    socket.on('data', (chunk: Buffer) => (this.received += chunk.length));
    this.open.push(socket);
  }
}
