import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface FloodRequest {
  readonly path: string;
  /** Body of a POST; without it the request is a GET. */
  readonly body?: string;
}

/** Connections opened beforehand, so that all requests arrive at once. */
export class RequestFlood {
  private constructor(private readonly sockets: readonly Socket[]) {}

  static async open(port: number, connections: number): Promise<RequestFlood> {
    const opening = Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    });
    return new RequestFlood(await Promise.all(opening));
  }

  /** Sends the request on each connection and closes them after the answers. */
  send(request: FloodRequest): Promise<readonly number[]> {
    return Promise.all(this.sockets.map((socket) => statusOf(socket, request)));
  }
}

/** @throws if the answer was cut off */
async function statusOf(socket: Socket, { path, body }: FloodRequest): Promise<number> {
  const head = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n`;
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  socket.write(`${head}${length}connection: close\r\n\r\n${body ?? ''}`);
  const chunks = await Array.fromAsync(socket as AsyncIterable<Buffer>);
  const answer = Buffer.concat(chunks);
  const headEnd = answer.indexOf('\r\n\r\n');
  const expected = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, headEnd))?.[1];
  if (answer.length - headEnd - 4 !== Number(expected)) throw new Error(`${path} was cut off`);
  return Number(answer.toString('latin1', 9, 12));
}
