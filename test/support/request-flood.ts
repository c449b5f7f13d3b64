import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface FloodRequest {
  readonly path: string;
  /** It is posted; what has none is read. */
  readonly body?: string;
}

export interface FloodAnswer {
  readonly status: number;
  readonly path: string;
}

/** Connections that are open before anything is asked, so that all requests come at once. */
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

  /**
   * Sends on each connection the request that is given for its number, and ends it.
   * @returns the answers in the order in which they came whole
   */
  async send(requestOf: (connection: number) => FloodRequest): Promise<readonly FloodAnswer[]> {
    const answers: FloodAnswer[] = [];
    const all = this.sockets.map(async (socket, at) => {
      const request = requestOf(at);
      answers.push({ status: await statusOf(socket, request), path: request.path });
    });
    await Promise.all(all);
    return answers;
  }
}

/** @throws when the answer was cut off */
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
