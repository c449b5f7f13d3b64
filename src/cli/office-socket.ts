import { WebSocket } from 'ws';
import type { RawData } from 'ws';
import type { ClientCommand } from '../protocol/commands.js';
import type { ServerEvent } from '../protocol/events.js';
import { socketUrl } from './office-address.js';
import type { OfficeAddress } from './office-address.js';

/** Waits between attempts to get a lost line back, in ms; when they are used up it is lost. */
export const redialDelays = [100, 250, 500, 1000, 2000, 4000, 8000, 8000] as const;

const pingEveryMs = 25_000;

export interface OfficeSocketListener {
  /** In order, without gap or repeat over lost lines as far as the office can still replay them. */
  readonly onEvent: (event: ServerEvent) => void;
  /** The line was lost and could not be had again. Nothing follows. */
  readonly onLost: () => void;
}

/** A line to the office that is dialled again when it drops, asking for what was missed. */
export class OfficeSocket {
  private socket: WebSocket;
  private readonly unsent: ClientCommand[] = [];
  private lastSeq: number | undefined;
  private attempts = 0;
  private greeted = false;
  private closed = false;
  private heardSincePing = true;
  private readonly pings = setInterval(() => this.ping(), pingEveryMs);
  private redial: NodeJS.Timeout | undefined;

  constructor(
    private readonly address: OfficeAddress,
    private readonly listener: OfficeSocketListener,
    private readonly delays: readonly number[] = redialDelays,
  ) {
    this.socket = this.dial();
  }

  /** Sends now, or as soon as the line is up again. */
  send(command: ClientCommand): void {
    if (this.greeted) this.socket.send(JSON.stringify(command));
    else this.unsent.push(command);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pings);
    clearTimeout(this.redial);
    this.socket.close();
  }

  private dial(): WebSocket {
    const { headers } = this.address;
    const socket = new WebSocket(socketUrl(this.address, this.lastSeq), { headers });
    socket.on('message', (data) => this.receive(data));
    // Every error is followed by a close, which does what there is to do.
    socket.on('error', () => undefined);
    socket.on('close', () => this.dropped());
    return socket;
  }

  private receive(data: RawData): void {
    const event = JSON.parse((data as Buffer).toString()) as ServerEvent;
    this.heardSincePing = true;
    if (event.type === 'hello') this.welcome(event.seq);
    else this.lastSeq = event.seq ?? this.lastSeq;
    this.listener.onEvent(event);
  }

  /** A later `hello` comes before what is replayed, so only the first one says where we are. */
  private welcome(seq: number | undefined): void {
    this.lastSeq ??= seq;
    this.attempts = 0;
    this.greeted = true;
    for (const command of this.unsent.splice(0)) this.send(command);
  }

  private dropped(): void {
    if (this.closed) return;
    this.greeted = false;
    const delay = this.delays[this.attempts++];
    if (delay === undefined) {
      this.close();
      this.listener.onLost();
      return;
    }
    this.redial = setTimeout(() => (this.socket = this.dial()), delay);
  }

  /** An answer to the last ping, or anything else, must have come before the next is due. */
  private ping(): void {
    if (!this.greeted) return;
    if (!this.heardSincePing) {
      this.socket.terminate();
      return;
    }
    this.heardSincePing = false;
    this.send({ type: 'ping' });
  }
}
