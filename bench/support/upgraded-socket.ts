import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** An unsolicited sign of life (RFC 6455, 5.5.3), masked as those of clients are. */
export const pongFrame = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const endOfHead = '\r\n\r\n';

export interface Upgraded {
  readonly socket: Socket;
  /** What came together with the answer. */
  readonly first: Buffer;
}

/** A connection that has become a WebSocket; whoever asks reads its frames. */
export function upgraded(address: string, path: string): Promise<Upgraded> {
  const { hostname, port, host } = new URL(address);
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${lines.join('\r\n')}${endOfHead}`);
    });
    socket.once('data', (chunk: Buffer) => {
      const end = chunk.indexOf(endOfHead) + endOfHead.length;
      if (chunk.toString('latin1', 9, 12) !== '101') {
        reject(new Error(`no socket: ${chunk.toString('latin1', 0, 200)}`));
      } else resolve({ socket, first: chunk.subarray(end) });
    });
    socket.on('error', reject);
  });
}
