import type { Socket } from 'node:net';
import { FrameReader, type ReadFrame } from '../../test/support/frame-reader.js';
import { pongFrame, upgraded } from './upgraded-socket.js';

/** `seq` precedes the payload of every frame, so a long frame need not be read whole. */
const numbered = /^\{"type":"[\w.]+","at":\d+,"seq":(\d+)/;
const helloHead = '{"type":"hello"';
/** Most frames are streamed text, which has no number. */
const streamed = 'turn.delta';
const typeAt = '{"type":"'.length;
const pongHead = '{"type":"pong"';
const textOpcode = 0x1;
const pingOpcode = 0x9;
/** The number is within this many bytes. */
const headBytes = 120;

/** The event numbers that a client saw: their count, whether they only grew, and a digest. */
export interface Seen {
  readonly count: number;
  readonly inOrder: boolean;
  readonly digest: number;
  readonly last: number;
}

/** `{"type":"ping"}`, masked with zeros (RFC 6455, 5.3). */
const pingText = Buffer.from('{"type":"ping"}');
const pingCommand = Buffer.concat([
  Buffer.from([0x81, 0x80 | pingText.length, 0, 0, 0, 0]),
  pingText,
]);

/** A client that records the numbers of events after the one it starts from. */
export class Listener {
  private seen: Seen = { count: 0, inOrder: true, digest: 0, last: 0 };
  private readonly answers: (() => void)[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly onFrame?: (text: string) => void,
  ) {
    const reader = new FrameReader(onFrame === undefined ? headBytes : Infinity, (frame) =>
      this.take(frame),
    );
    this.read = (chunk) => reader.read(chunk);
    socket.on('data', this.read);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      for (const answer of this.answers.splice(0)) answer();
    });
  }

  private readonly read: (chunk: Buffer) => void;

  /**
   * @param since requests events after this number; null starts with new events
   * @param onFrame gets the text of every frame; without it frames are not read whole
   */
  static async open(
    address: string,
    since: number | null,
    onFrame?: (text: string) => void,
  ): Promise<Listener> {
    const query = since === null ? '' : `?since=${since}`;
    const { socket, first } = await upgraded(address, `/ws${query}`);
    const listener = new Listener(socket, onFrame);
    if (since !== null) listener.startAfter(since);
    listener.read(first);
    return listener;
  }

  get all(): Seen {
    return this.seen;
  }

  /** Forgets the seen numbers and counts events after this number. */
  startAfter(seq: number): void {
    this.seen = { count: 0, inOrder: true, digest: 0, last: seq };
  }

  /** Resolves when everything sent so far has arrived. */
  async upToDate(): Promise<void> {
    if (this.socket.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.answers.push(resolve);
    this.socket.write(pingCommand);
    await promise;
  }

  hasSeenAsMuchAs(other: Listener): boolean {
    const { count, inOrder, digest } = this.seen;
    return inOrder && count === other.all.count && digest === other.all.digest;
  }

  close(): void {
    this.socket.destroy();
  }

  private take({ opcode, payload }: ReadFrame): void {
    if (opcode === pingOpcode) this.socket.write(pongFrame);
    if (opcode !== textOpcode) return;
    if (payload.toString('latin1', typeAt, typeAt + streamed.length) !== streamed) {
      this.takeText(payload.toString('latin1', 0, headBytes));
    }
    this.onFrame?.(payload.toString());
  }

  private takeText(head: string): void {
    // The number in `hello` is that of an event that the state already includes.
    if (!head.startsWith(helloHead)) this.note(Number(numbered.exec(head)?.[1] ?? NaN));
    if (head.startsWith(pongHead)) this.answers.shift()?.();
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
