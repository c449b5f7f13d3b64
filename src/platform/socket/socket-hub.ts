import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { ServerEventOf } from '../../protocol/events.js';
import type { Actor } from '../actors/actor.js';
import { OfficeConfig } from '../config/office-config.js';
import { messageOf } from '../errors/error-text.js';
import { type AnnouncedEvent, isForClients } from '../events/event-bus.js';
import { EventFeed } from '../events/event-feed.js';
import { OnEveryEvent } from '../events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { within } from '../process/within.js';
import { Repeater } from '../repeater.js';
import { BroadcastQueue, type FrameBatch } from './broadcast-queue.js';
import { ConnectedClients } from './connected-clients.js';
import { HelloSource } from './hello-source.js';
import { MissedEvents } from './missed-events.js';
import { frameOf, type SocketFrame } from './socket-frame.js';
import { closeCodes, SocketPeer, type PeerConnection } from './socket-peer.js';

/** How long a frame with the same state and number is reused, ms. */
const sharedMs = 1000;

/** Longest wait of a new socket for events that it knows from another replica, ms. */
const catchUpMs = 2000;

/**
 * All connected sockets. Announced events are sent to all of them, serialised once and in one
 * order; a new socket first gets what it missed.
 */
@Injectable()
export class SocketHub implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private readonly peers = new Set<SocketPeer>();
  private readonly greeting = new SharedHello();
  private readonly queue = new BroadcastQueue(this.peers, {
    deliver: (batch) => this.deliver(batch),
    delivered: () => this.clients.delivered(),
  });

  constructor(
    private readonly feed: EventFeed,
    private readonly source: HelloSource,
    private readonly missed: MissedEvents,
    private readonly clients: ConnectedClients,
    private readonly config: OfficeConfig,
    private readonly repeater: Repeater,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('ws');
  }

  onApplicationBootstrap(): void {
    const text = (reason: string): string => `sockets could not be pinged: ${reason}`;
    this.repeater.every(this.config.connections.pingMs, { scope: 'ws', text }, () => this.beat());
  }

  onModuleDestroy(): void {
    this.queue.close();
    for (const peer of this.peers) peer.close(closeCodes.goingAway);
  }

  /** Adds a socket: it gets `hello`, then missed events after that number, then live events. */
  join(id: string, connection: PeerConnection, since: number | null): SocketPeer {
    const peer: SocketPeer = new SocketPeer(id, connection, {
      hello: () => this.hello(),
      // Frames for a socket that has not joined precede its `hello`, which includes them.
      waiting: () => (this.peers.has(peer) ? this.queue.waiting : []),
      sendPages: (...pages) => this.missed.line.send(...pages),
      fellBehind: (loss) => this.clients.fellBehind(loss),
      commandsAtOnce: this.config.connections.commandsPerSocket,
    });
    if (since === null) this.admit(peer);
    else void peer.replay(() => this.greetKnown(peer, since));
    return peer;
  }

  leave(peer: SocketPeer): void {
    if (this.peers.delete(peer)) this.clients.left();
  }

  /** Closes sockets of actors who may no longer have one. */
  closeUnless(isValid: (actor: Actor) => boolean): void {
    for (const peer of this.peers) {
      if (!isValid(peer.actor)) peer.close(closeCodes.notAllowed);
    }
  }

  /** Pings every peer, and closes those that sent nothing since the last ping. */
  beat(): void {
    for (const peer of this.peers) {
      if (!peer.alive && !peer.isWaiting) peer.terminate();
      peer.alive = false;
      peer.ping();
    }
  }

  /** Last of all, so that observers inside the process receive every event first. */
  @OnEveryEvent()
  broadcast(event: AnnouncedEvent): void {
    if (this.peers.size === 0 || !this.queue.isOpen || !isForClients(event)) return;
    const frame = frameOf(event);
    this.clients.waiting();
    this.queue.add(frame);
  }

  private deliver(batch: FrameBatch): void {
    for (const peer of this.peers) peer.offer(batch);
  }

  private admit(peer: SocketPeer): void {
    this.peers.add(peer);
    this.clients.joined();
    peer.join();
  }

  /**
   * The client may know events from another replica that have not arrived here; `hello` waits for
   * them, and without them the client must try again.
   */
  private async greetKnown(peer: SocketPeer, since: number): Promise<void> {
    if (since > this.feed.last) {
      const isHeard = await this.hearAll();
      if (!peer.isOpen) return;
      // Its first state would lack events that it knows and that are therefore not replayed.
      if (!isHeard) return peer.close(closeCodes.tryAgainLater);
      // Its number was never given out here, and is not to be mistaken for one given out meanwhile.
      if (since > this.feed.last) return this.admit(peer);
    }
    this.admit(peer);
    await this.replayMissed(peer, since);
  }

  private async replayMissed(peer: SocketPeer, since: number): Promise<void> {
    peer.startReplay();
    try {
      await this.missed.send(peer, since);
    } catch (thrown) {
      this.log.warn(`events after ${since} could not be replayed: ${messageOf(thrown)}`);
      // It has received a part and would take the rest for lost, so it must reconnect.
      if (peer.lastReplayed > since || peer.lastLeftToLog > 0) peer.close(closeCodes.tryAgainLater);
    } finally {
      // The log may hold events of another replica that have not arrived here.
      if (peer.lastReplayed > this.feed.last) await this.hearAll();
      // Whole states of this process would lack what it has replayed, so it must reconnect.
      if (peer.lastReplayed > this.feed.last) peer.close(closeCodes.tryAgainLater);
      peer.endReplay();
    }
  }

  /** False: that took too long, or failed. */
  private async hearAll(): Promise<boolean> {
    const heard = this.feed.catchUp().then(
      () => true,
      () => false,
    );
    return (await within(catchUpMs, heard)) ?? false;
  }

  private hello(): SocketFrame | null {
    try {
      return this.greeting.frameOf(this.source.hello());
    } catch (thrown) {
      this.log.error(`the state could not be assembled: ${messageOf(thrown)}`, thrown);
      return null;
    }
  }
}

type Hello = ServerEventOf<'hello'>;

/**
 * Sends many sockets the same `hello` bytes: it is serialised once while nothing happens, and slow
 * sockets share the memory.
 */
class SharedHello {
  private last: { readonly hello: Hello; readonly frame: SocketFrame } | undefined;

  frameOf(hello: Hello): SocketFrame {
    if (this.last === undefined || !saysTheSame(this.last.hello, hello)) {
      this.last = { hello, frame: frameOf(hello) };
    }
    return this.last.frame;
  }
}

/** Parts of a state are immutable, so identical objects have identical text. */
function saysTheSame(one: Hello, other: Hello): boolean {
  const { at: oneAt, state: oneState, ...oneRest } = one;
  const { at, state, ...rest } = other;
  const age = at - oneAt;
  return age >= 0 && age < sharedMs && hasSame(oneRest, rest) && hasSame(oneState, state);
}

function hasSame(one: object, other: object): boolean {
  const entries = Object.entries(one);
  const others = new Map<string, unknown>(Object.entries(other));
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && others.get(name) === value)
  );
}
