import { EventEmitter } from 'node:events';
import { WebSocket } from 'ws';
import type { OfficeState } from '#protocol/records/office.js';
import type { Outside } from '../outside.js';
import type { SimulatedProcess, World } from '../world.js';

/** Longest time of a frame on its way, ms, unless it is delayed. */
const slowestMs = 40;

type Act = () => void;
type Heard = (event: { readonly data: unknown }) => void;

/** Who is reached by a new connection. */
export interface Reached {
  readonly process: SimulatedProcess;
  readonly doors: {
    readonly isOpen: boolean;
    readonly shownAt: ReadonlyMap<number, Partial<OfficeState>>;
    readonly state: { readonly office: { current(): OfficeState } };
    accept(socket: ServiceSocket, url: string): void;
  };
}

/**
 * A connection between a client and a replica. What is sent arrives late, in order, and not at all
 * once the connection is cut or silent.
 */
export class SimulatedLink {
  readonly client: ClientSocket;
  readonly service: ServiceSocket;
  readonly world: World;
  private readonly toClient: Act[] = [];
  private readonly toService: Act[] = [];
  isSilent = false;
  /** The client reads nothing before. */
  stalledUntil = 0;
  private isCut = false;

  constructor(
    private readonly outside: Outside,
    readonly reached: Reached | null,
    url: string,
  ) {
    this.world = outside.world;
    this.client = new ClientSocket(this);
    this.service = new ServiceSocket(this);
    if (reached === null) this.sendToClient(() => this.client.ended());
    else {
      this.sendToService(() => {
        if (reached.doors.isOpen) reached.doors.accept(this.service, url);
        else this.service.terminate();
      });
    }
  }

  /** Both ends learn of it. */
  cut(): void {
    if (this.isCut) return;
    this.isCut = true;
    const { world, reached } = this;
    world.after(world.random.between(0, slowestMs), () => this.client.ended(), null);
    if (reached === null) return;
    world.after(world.random.between(0, slowestMs), () => this.service.ended(), reached.process);
  }

  /** Nothing arrives any more, and nobody is told. */
  fallSilent(): void {
    this.isSilent = true;
  }

  stall(until: number): void {
    this.stalledUntil = until;
  }

  sendToClient(act: Act): void {
    this.carry(this.toClient, act, null, this.stalledUntil - this.world.time);
  }

  /** How often a frame arrives. */
  get times(): number {
    const { planted, world } = this.outside;
    return planted === 'event delivered twice' && world.random.chance(0.1) ? 2 : 1;
  }

  sendToService(act: Act): void {
    this.carry(this.toService, act, this.reached?.process ?? null);
  }

  private carry(line: Act[], act: Act, process: SimulatedProcess | null, least = 0): void {
    line.push(act);
    const arrive = (): void => {
      const next = line.shift();
      if (!this.isSilent && !this.isCut) next?.();
    };
    const ms = this.outside.redis.longest(slowestMs);
    this.world.after(Math.max(0, least) + this.world.random.between(0, ms), arrive, process);
  }
}

/** The client's end, as browsers have it. */
export class ClientSocket {
  private readonly listeners = { message: [] as Heard[], close: [] as Act[] };
  private isOver = false;

  constructor(private readonly link: SimulatedLink) {}

  addEventListener(type: 'message' | 'close' | 'error', listener: Heard | Act): void {
    if (type === 'message') this.listeners.message.push(listener);
    if (type === 'close') this.listeners.close.push(listener as Act);
  }

  send(text: string): void {
    if (!this.isOver) this.link.sendToService(() => this.link.service.heard(text));
  }

  close(): void {
    if (this.isOver) return;
    this.link.sendToService(() => this.link.service.ended());
    this.ended();
  }

  take(text: string): void {
    if (this.isOver) return;
    for (const listener of this.listeners.message) listener({ data: text });
  }

  ended(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const listener of this.listeners.close) listener();
  }
}

/** The service's end, as the package `ws` has it. */
export class ServiceSocket extends EventEmitter {
  readonly extensions = '';
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  isPaused = false;
  readonly stream = {
    write: (bytes: Buffer, left?: (failed?: Error) => void): boolean => {
      this.write(bytes, left);
      return true;
    },
  };
  private unread: string[] = [];
  /** What waits for frames to leave; they fail when the connection ends. */
  private readonly leaving = new Set<(failed?: Error) => void>();

  constructor(private readonly link: SimulatedLink) {
    super();
  }

  heard(text: string): void {
    if (this.readyState === WebSocket.CLOSED) return;
    if (this.isPaused) this.unread.push(text);
    else this.emit('message', Buffer.from(text), false);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    for (const text of this.unread.splice(0)) this.heard(text);
  }

  ping(): void {
    this.link.sendToClient(() => this.link.sendToService(() => this.emit('pong')));
  }

  close(): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.readyState = WebSocket.CLOSING;
    this.link.sendToClient(() => {
      this.link.client.ended();
      this.link.sendToService(() => this.ended());
    });
  }

  terminate(): void {
    this.link.sendToClient(() => this.link.client.ended());
    this.link.world.after(0, () => this.ended());
  }

  ended(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    for (const left of this.leaving) left(new Error('the connection has ended'));
    this.leaving.clear();
    this.emit('close');
  }

  private write(bytes: Buffer, left: (failed?: Error) => void = () => undefined): void {
    this.bufferedAmount += bytes.length;
    this.leaving.add(left);
    const { process } = this.link.reached ?? { process: null };
    const taken = (): void => {
      this.bufferedAmount -= bytes.length;
      if (this.leaving.delete(left)) left();
    };
    this.link.sendToClient(() => {
      this.link.world.after(0, taken, process);
      for (const text of textsIn(bytes)) {
        for (let { times } = this.link; times > 0; times -= 1) this.link.client.take(text);
      }
    });
  }
}

/** The payloads of whole text frames of a server (RFC 6455, 5.2). */
function textsIn(bytes: Buffer): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const short = bytes.readUInt8(at + 1);
    const [length, from] =
      short < 126
        ? [short, at + 2]
        : short === 126
          ? [bytes.readUInt16BE(at + 2), at + 4]
          : [Number(bytes.readBigUInt64BE(at + 2)), at + 10];
    texts.push(bytes.toString('utf8', from, from + length));
    at = from + length;
  }
  return texts;
}
