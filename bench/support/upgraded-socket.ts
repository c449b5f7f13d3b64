import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** An unsolicited sign of life (RFC 6455, 5.5.3), masked as clients' frames are. */
export const pongFrame = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const endOfHead = '\r\n\r\n';

export interface Upgraded {
  readonly socket: Socket;
  /** Bytes that arrived with the response. */
  readonly first: Buffer;
}

/** A connection upgraded to a WebSocket; the caller reads its frames. */
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
    let answer = Buffer.alloc(0);
    const refuse = (): void => {
      reject(new Error(`no socket: ${answer.toString('latin1', 0, 200)}`));
      socket.destroy();
    };
    const read = (chunk: Buffer): void => {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf(endOfHead);
      if (end < 0) return;
      if (answer.toString('latin1', 9, 12) !== '101') return refuse();
      socket.off('data', read).off('close', refuse);
      resolve({ socket, first: answer.subarray(end + endOfHead.length) });
    };
    socket.on('data', read).on('close', refuse).on('error', reject);
  });
}
