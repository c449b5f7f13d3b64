import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import type { ServerEvent } from '../../protocol/events.js';
import { limits } from '../../protocol/limits.js';
import { admit, HeldFrames } from './back-pressure.js';
import type { FrameBatch } from './broadcast-queue.js';
import type { PageReader, ReplayLine, WrittenPage } from './replay-line.js';
import type { SocketClient, StoredFrame } from './socket-command.js';
import { frameOf, textFrame, type SocketFrame } from './socket-frame.js';

/** Close codes of RFC 6455. */
export const closeCodes = { goingAway: 1001, internalError: 1011, tryAgainLater: 1013 } as const;

/** Commands of a client wait while it leaves so much unread. */
const unreadBytes = 1024 * 1024;

/**
 * While no more than this is unread, a frame needs no callback when it has left: commands begin to
 * wait and frames to be dropped only beyond it.
 */
const noCallbackBytes = Math.min(unreadBytes, limits.socketDropBytes);

export interface PeerConnection {
  readonly socket: WebSocket;
  /** Where the frames of the socket are written; it compresses none. */
  readonly stream: Pick<Writable, 'write'>;
  /** The origin of the page that opened it; absent: a program did. */
  readonly origin?: string;
}

export interface NumberedFrame extends StoredFrame {
  readonly seq: number;
}

export interface PeerOptions {
  /** Answers null when there is no state to send; the socket is then closed. */
  readonly hello: () => SocketFrame | null;
  /** Frames for everyone that were not offered yet: what is sent to it alone comes after them. */
  readonly waiting: () => readonly SocketFrame[];
  /** Sends pages of stored frames at the pace of the reader; see `ReplayLine`. */
  readonly sendPages: ReplayLine['send'];
  /** Told of what was dropped, and of a socket that was closed for it. */
  readonly fellBehind?: (loss: 'drop' | 'close') => void;
  /** So many commands are under way at once; further frames wait unread. */
  readonly commandsAtOnce: number;
}

/**
 * One connected socket. It never blocks: a reader that falls behind loses what it can do without
 * and gets one fresh `hello` when it has caught up, or is closed.
 */
export class SocketPeer implements SocketClient, PageReader {
  /** Cleared by each ping, set by whatever the client sends. */
  alive = true;
  /** Something was dropped since the reader was last up to date. */
  private lagging = false;
  /** Live events that wait for a replay to end; null when none runs. */
  private held: HeldFrames | null = null;
  private replayedSeq = 0;
  /** So many of the frames that wait for everyone it has had already. */
  private taken = 0;
  private replays = 0;
  private readonly afterReplays: ServerEvent[] = [];
  private commands = 0;
  /** Commands that were read and have to wait: as many as may be under way, and the rest of a chunk. */
  private readonly unbegun: (() => Promise<void>)[] = [];
  /** The bytes of a frame have left: one function for all of them, since many are sent. */
  private readonly afterSend = (failed?: Error | null): void =>
    this.wasWritten(!(failed instanceof Error));

  readonly asker: string;
  private readonly socket: WebSocket;
  private readonly stream: Pick<Writable, 'write'>;

  constructor(
    readonly id: string,
    { socket, stream, origin = '' }: PeerConnection,
    private readonly options: PeerOptions,
  ) {
    this.socket = socket;
    this.stream = stream;
    this.asker = `socket ${origin}`;
  }

  send(event: ServerEvent): void {
    this.takeWaiting();
    this.transmit(frameOf(event));
  }

  /** It joins: the state of its first frame holds whatever waits for the others. */
  greet(): void {
    this.taken = this.options.waiting().length;
    this.sendHello();
  }

  sendHello(): void {
    const hello = this.options.hello();
    this.takeWaiting();
    if (hello === null) this.close(closeCodes.internalError);
    else this.transmit(hello);
  }

  /** Takes the frames that waited for everyone: in one write, when it is up to date. */
  offer(batch: FrameBatch): void {
    if (this.takesWhole(batch)) this.stream.write(batch.bytes);
    else for (const frame of batch.frames.slice(this.taken)) this.take(frame);
    this.taken = 0;
  }

  sendStored(pages: AsyncIterable<readonly StoredFrame[]>): Promise<boolean> {
    return this.options.sendPages(this, pages, (page) => this.writePage(page));
  }

  async replay(work: () => Promise<void>): Promise<void> {
    this.replays += 1;
    try {
      await work();
    } finally {
      this.replays -= 1;
      if (this.replays === 0) for (const event of this.afterReplays.splice(0)) this.send(event);
    }
  }

  sendInTurn(event: ServerEvent): void {
    if (this.replays === 0) this.send(event);
    else this.afterReplays.push(event);
  }

  /** Holds live events back from now on, so that what was missed can go first. */
  startReplay(): void {
    this.held = new HeldFrames();
  }

  /** The number of the last event that was replayed, or seen before. */
  get lastReplayed(): number {
    return this.replayedSeq;
  }

  /** The replay has to go on to this number before live events can follow; 0: to none. */
  get lastLeftToLog(): number {
    return this.held?.lastLeftToLog ?? 0;
  }

  /** The client has everything up to this number. */
  hasSeen(seq: number): void {
    this.replayedSeq = seq;
  }

  /** Sends a page of what was missed. */
  writeMissed(page: readonly NumberedFrame[]): WrittenPage {
    this.replayedSeq = page.at(-1)?.seq ?? this.replayedSeq;
    return this.writePage(page);
  }

  /** Goes on live, beginning with what was held back and not already replayed. */
  endReplay(): void {
    const held = this.held?.take() ?? [];
    this.held = null;
    for (const frame of held) this.take(frame);
    this.catchUp();
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Its frames wait for its commands: it cannot give a sign of life. */
  get isWaiting(): boolean {
    return this.isBusy;
  }

  /**
   * Carries out a command, which never rejects, when its turn has come: it waits while as many as may
   * be are under way, or the reader leaves too much unread. Nothing more is read while many wait, so
   * neither commands nor answers to them can pile up in memory.
   */
  work(command: () => Promise<void>): void {
    this.unbegun.push(command);
    this.begin();
  }

  ping(): void {
    if (!this.isOpen) return;
    this.socket.ping();
    this.catchUp();
  }

  close(code: number): void {
    this.socket.close(code);
  }

  terminate(): void {
    this.socket.terminate();
  }

  /** Whether nothing of the batch is held back, dropped or left out, or needs a callback. */
  private takesWhole({ bytes, firstSeq }: FrameBatch): boolean {
    const isCurrent = this.taken === 0 && this.held === null && firstSeq > this.replayedSeq;
    return isCurrent && this.isOpen && !this.needsCallback(bytes.length);
  }

  private takeWaiting(): void {
    const waiting = this.options.waiting();
    for (; this.taken < waiting.length; this.taken += 1) {
      const frame = waiting[this.taken];
      if (frame !== undefined) this.take(frame);
    }
  }

  private take(frame: SocketFrame): void {
    if (this.held !== null) this.hold(frame, this.held);
    else if (!this.wasReplayed(frame)) this.transmit(frame);
  }

  private hold(frame: SocketFrame, held: HeldFrames): void {
    if (this.wasReplayed(frame) || held.add(frame)) return;
    this.lagging = true;
    if (frame.seq === undefined) this.options.fellBehind?.('drop');
  }

  private transmit(frame: SocketFrame): void {
    if (!this.isOpen || !this.admits(frame)) return;
    if (this.needsCallback(frame.bytes.length)) this.stream.write(frame.bytes, this.afterSend);
    else this.stream.write(frame.bytes);
  }

  /** Whichever frame leaves last to a reader that lost something, or may yet, brings it up to date. */
  private needsCallback(bytes: number): boolean {
    const isBehind = this.lagging || this.held !== null;
    return isBehind || this.socket.bufferedAmount + bytes > noCallbackBytes;
  }

  private admits({ type }: SocketFrame): boolean {
    const unsentBytes = this.socket.bufferedAmount;
    const admission = admit(type, { unsentBytes, lagging: this.lagging });
    if (admission === 'send') return true;
    this.options.fellBehind?.(admission);
    if (admission === 'close') this.close(closeCodes.tryAgainLater);
    else this.lagging = true;
    return false;
  }

  private get isBusy(): boolean {
    return this.commands >= this.options.commandsAtOnce;
  }

  private get mayBegin(): boolean {
    const isRead = !this.isOpen || this.socket.bufferedAmount <= unreadBytes;
    return isRead && !this.isBusy;
  }

  private begin(): void {
    for (let next; this.mayBegin && (next = this.unbegun.shift()) !== undefined;) {
      void this.carryOut(next);
    }
    const isFull = this.isBusy || this.unbegun.length >= this.options.commandsAtOnce;
    if (isFull) this.socket.pause();
    else if (this.socket.isPaused) this.socket.resume();
  }

  private async carryOut(command: () => Promise<void>): Promise<void> {
    this.commands += 1;
    await command();
    this.commands -= 1;
    this.begin();
  }

  private writePage(page: readonly StoredFrame[]): WrittenPage {
    this.takeWaiting();
    const frames = page.map(({ payloadJson }) => textFrame(Buffer.from(payloadJson)));
    const bytes = Buffer.concat(frames);
    const left = new Promise<void>((resolve) => {
      this.stream.write(bytes, (failed) => {
        this.afterSend(failed);
        resolve();
      });
    });
    return { bytes: bytes.length, left };
  }

  /** A reader whose own frames are not read gives a sign of life by reading. */
  private wasWritten(left: boolean): void {
    if (this.socket.isPaused) this.alive ||= left;
    if (this.unbegun.length > 0) this.begin();
    this.catchUp();
  }

  /** Gives a reader that lost something and has now read everything the whole state. */
  private catchUp(): void {
    if (!this.lagging || this.held !== null || this.socket.bufferedAmount > 0) return;
    this.lagging = false;
    if (this.isOpen) this.sendHello();
  }

  /** A stored event may be announced after a replay has already read it. */
  private wasReplayed({ seq }: SocketFrame): boolean {
    return seq !== undefined && seq <= this.replayedSeq;
  }
}
