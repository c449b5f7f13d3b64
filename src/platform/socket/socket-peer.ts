import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import type { ServerEvent } from '../../protocol/events.js';
import { limits } from '../../protocol/limits.js';
import { type Actor, serviceActor } from '../actors/actor.js';
import { admit, HeldFrames } from './back-pressure.js';
import type { FrameBatch } from './broadcast-queue.js';
import { CommandQueue, unreadBytes } from './command-queue.js';
import type { PageReader, ReplayLine, WrittenPage } from './replay-line.js';
import type { NumberedFrame, SocketClient, StoredFrame } from './socket-command.js';
import { deflatedFrame, frameOf, textFrame, type SocketFrame } from './socket-frame.js';

/** Close codes of RFC 6455. */
export const closeCodes = {
  goingAway: 1001,
  notAllowed: 1008,
  internalError: 1011,
  tryAgainLater: 1013,
} as const;

/**
 * Up to this many unread bytes a frame needs no callback when it has left, because waiting and
 * dropping start only beyond it.
 */
const noCallbackBytes = Math.min(unreadBytes, limits.socketDropBytes);

export interface PeerConnection {
  readonly socket: WebSocket;
  /** Stream of the socket's frames; only the whole state is ever deflated. */
  readonly stream: Pick<Writable, 'write'>;
  /** True if it takes deflated messages. */
  readonly takesDeflated?: boolean;
  /** Origin of the page that opened it; absent: a program. */
  readonly origin?: string;
  readonly unlistedOrigin?: string | null;
  /** Absent: the service itself. */
  readonly actor?: Actor;
  /** Absent: no program of the service opened it. */
  readonly startedHere?: () => Promise<boolean>;
}

interface PeerOptions {
  /** Returns null if there is no state; the socket is then closed. */
  readonly hello: () => SocketFrame | null;
  /** Frames for all sockets that were not offered yet; frames for this one alone follow them. */
  readonly waiting: () => readonly SocketFrame[];
  /** Sends pages of stored frames at the reader's pace; see `ReplayLine`. */
  readonly sendPages: ReplayLine['send'];
  /** Called for each dropped frame, and when the socket is closed for slowness. */
  readonly fellBehind?: (loss: 'drop' | 'close') => void;
  /** Commands in progress at once; further frames stay unread. */
  readonly commandsAtOnce: number;
}

/**
 * One connected socket. It never blocks: a slow reader loses dispensable frames and gets one new
 * `hello` when it has caught up, or is closed.
 */
export class SocketPeer implements SocketClient, PageReader {
  /** Cleared by each ping, set by any data from the client. */
  alive = true;
  /** True if something was dropped since the reader was last up to date. */
  private lagging = false;
  /** Live events waiting for the end of a replay; null: no replay. */
  private held: HeldFrames | null = null;
  private replayedSeq = 0;
  /** Resolves when a state that was asked for has followed the replay; null: none was. */
  private stateDue: PromiseWithResolvers<void> | null = null;
  /** Number of the waiting frames for all sockets that it has received already. */
  private taken = 0;
  private replays = 0;
  private readonly afterReplays: ServerEvent[] = [];
  private readonly commands: CommandQueue;
  /** Called when a frame has left: one shared function, because there are many frames. */
  private readonly afterSend = (failed?: Error | null): void =>
    this.wasWritten(!(failed instanceof Error));

  readonly asker: string;
  readonly actor: Actor;
  readonly unlistedOrigin: string | null;
  readonly startedHere: () => Promise<boolean>;
  private readonly socket: WebSocket;
  private readonly stream: Pick<Writable, 'write'>;
  private readonly takesDeflated: boolean;

  constructor(
    readonly id: string,
    connection: PeerConnection,
    private readonly options: PeerOptions,
  ) {
    const { socket, stream, origin = '', unlistedOrigin = null } = connection;
    this.socket = socket;
    this.commands = new CommandQueue(socket, options.commandsAtOnce);
    this.stream = stream;
    this.takesDeflated = connection.takesDeflated === true;
    this.startedHere = connection.startedHere ?? (() => Promise.resolve(false));
    this.asker = `socket ${origin}`;
    this.actor = connection.actor ?? serviceActor;
    this.unlistedOrigin = unlistedOrigin;
  }

  send(event: ServerEvent): void {
    this.takeWaiting();
    this.transmit(frameOf(event));
  }

  /** Joins: the state in its first frame includes everything that waits for the others. */
  join(): void {
    this.taken = this.options.waiting().length;
    this.greet();
  }

  sendHello(): Promise<void> {
    const hello = this.options.hello();
    const isOlder = (hello?.seq ?? Infinity) < this.replayedSeq;
    if (this.held === null || !isOlder) return Promise.resolve(this.greet(hello));
    this.stateDue ??= Promise.withResolvers();
    return this.stateDue.promise;
  }

  private greet(hello = this.options.hello()): void {
    this.takeWaiting();
    if (hello === null) this.close(closeCodes.internalError);
    else this.transmit(this.takesDeflated ? { ...hello, bytes: deflatedFrame(hello) } : hello);
  }

  /** Accepts the frames for all sockets, in one write if it is up to date. */
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

  /** Holds live events back from now on, so that missed ones can be sent first. */
  startReplay(): void {
    this.held = new HeldFrames();
  }

  /** Number of the last event that was replayed or already known. */
  get lastReplayed(): number {
    return this.replayedSeq;
  }

  /** The replay must continue to this number before live events can follow; 0: it need not. */
  get lastLeftToLog(): number {
    return this.held?.lastLeftToLog ?? 0;
  }

  /** Records that the client has everything up to this number. */
  hasSeen(seq: number): void {
    this.replayedSeq = seq;
  }

  /** Sends a page of missed events. */
  writeMissed(page: readonly NumberedFrame[]): WrittenPage {
    this.replayedSeq = page.at(-1)?.seq ?? this.replayedSeq;
    return this.writePage(page);
  }

  /**
   * Continues live with the events that were held back and not replayed. The log may have been read
   * further than whole states that were held or asked for, so a present one replaces them.
   */
  endReplay(): void {
    const held = this.held?.take() ?? [];
    this.held = null;
    for (const frame of held) if (frame.type !== 'office.updated') this.take(frame);
    const isWanted = this.stateDue !== null || held.some(({ type }) => type === 'office.updated');
    if (isWanted && this.isOpen) this.greet();
    this.stateDue?.resolve();
    this.stateDue = null;
    this.catchUp();
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** True while its frames wait for its commands, so that it cannot give a sign of life. */
  get isWaiting(): boolean {
    return this.commands.isFull;
  }

  /** Runs a command, which never rejects, in its turn. */
  work(command: () => Promise<void>): void {
    this.commands.add(command);
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

  /** True if nothing of the batch is held back, dropped, skipped, or needs a callback. */
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

  /** The frame that leaves last to a reader with losses brings it up to date. */
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

  /** Reading counts as a sign of life for a client whose own frames are not read. */
  private wasWritten(left: boolean): void {
    if (this.socket.isPaused) this.alive ||= left;
    this.commands.goOn();
    this.catchUp();
  }

  /** Sends the whole state to a reader that lost something and has now read everything. */
  private catchUp(): void {
    if (!this.lagging || this.held !== null || this.socket.bufferedAmount > 0) return;
    this.lagging = false;
    if (this.isOpen) this.greet();
  }

  /** True if a replay has already sent this event, which may be announced later. */
  private wasReplayed({ seq }: SocketFrame): boolean {
    return seq !== undefined && seq <= this.replayedSeq;
  }
}
