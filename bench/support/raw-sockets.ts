import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** An unsolicited sign of life (RFC 6455, 5.5.3), masked as those of clients are. */
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const signOfLifeMs = 10_000;
const atOnce = 50;
const settledMs = 300;

/** Clients of a socket that read and count bytes and understand nothing, so that many cost little. */
export class RawSockets {
  received = 0;
  private readonly open: Socket[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly address: string) {
    this.timer = setInterval(() => {
      for (const socket of this.open) socket.write(pong);
    }, signOfLifeMs);
  }

  async add(count: number): Promise<void> {
    for (let left = count; left > 0; left -= atOnce) {
      await Promise.all(Array.from({ length: Math.min(left, atOnce) }, () => this.addOne()));
    }
  }

  /** Resolves when nothing has come in for a moment. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.received;) {
      before = this.received;
      await new Promise((resolve) => setTimeout(resolve, settledMs));
    }
  }

  /** They go on giving signs of life. */
  stopReading(): void {
    for (const socket of this.open) socket.pause();
  }

  close(): void {
    clearInterval(this.timer);
    for (const socket of this.open.splice(0)) socket.destroy();
  }

  private addOne(): Promise<void> {
    const { hostname, port, host } = new URL(this.address);
    const lines = [
      'GET /ws HTTP/1.1',
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ];
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      });
      socket.once('data', (chunk: Buffer) => {
        if (chunk.toString('latin1', 9, 12) === '101') resolve();
        else reject(new Error(`no socket: ${chunk.toString('latin1', 0, 200)}`));
      });
      socket.on('data', (chunk: Buffer) => (this.received += chunk.length));
      socket.on('error', reject);
      this.open.push(socket);
    });
  }
}
