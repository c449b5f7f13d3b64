import { once } from 'node:events';
import { WebSocket } from 'ws';

/** `seq` stands before the payload of every frame; a long frame is not read to its end for it. */
const numbered = /^\{"type":"[\w.]+","at":\d+,"seq":(\d+)/;
const isFresh = '{"type":"hello"';

/** Which numbers of events a client saw: how many, whether they only grew, and a digest of them. */
export interface Seen {
  readonly count: number;
  readonly inOrder: boolean;
  readonly digest: number;
  readonly last: number;
}

/** A client that notes the numbers of the events it gets after the one it starts from. */
export class Listener {
  private seen: Seen = { count: 0, inOrder: true, digest: 0, last: 0 };

  private constructor(
    readonly socket: WebSocket,
    private readonly onFrame: (text: string) => void,
  ) {
    socket.on('message', (data: Buffer) => this.read(data));
    socket.on('error', () => undefined);
  }

  /** @param since asks for what happened after this number; null begins with what happens now */
  static async open(
    address: string,
    since: number | null,
    onFrame: (text: string) => void = () => undefined,
  ): Promise<Listener> {
    const query = since === null ? '' : `?since=${since}`;
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws${query}`);
    const listener = new Listener(socket, onFrame);
    if (since !== null) listener.startAfter(since);
    await once(socket, 'open');
    return listener;
  }

  get all(): Seen {
    return this.seen;
  }

  /** Forgets what it has seen, and counts what comes after this number. */
  startAfter(seq: number): void {
    this.seen = { count: 0, inOrder: true, digest: 0, last: seq };
  }

  /** Resolves when everything that it is to be sent until now has come. */
  async upToDate(): Promise<void> {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const read = (data: Buffer): void => {
      if (data.length < 100 && data.includes('"pong"')) resolve();
    };
    this.socket.on('message', read).once('close', resolve);
    this.socket.send('{"type":"ping"}');
    await answered;
    this.socket.off('message', read).off('close', resolve);
  }

  hasSeenAsMuchAs(other: Listener): boolean {
    const { count, inOrder, digest } = this.seen;
    return inOrder && count === other.all.count && digest === other.all.digest;
  }

  private read(data: Buffer): void {
    const head = data.toString('latin1', 0, 120);
    // The number in a whole state is that of an event that it holds already.
    if (!head.startsWith(isFresh)) this.note(Number(numbered.exec(head)?.[1] ?? NaN));
    this.onFrame(data.toString());
  }

  private note(seq: number): void {
    if (Number.isNaN(seq)) return;
    const { count, inOrder, digest, last } = this.seen;
    this.seen = {
      count: count + 1,
      inOrder: inOrder && seq > last,
      digest: (Math.imul(digest, 31) + seq) | 0,
      last: seq,
    };
  }
}
