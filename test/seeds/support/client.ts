import type { Subscription } from 'rxjs';
import type { StoredEvent } from '#platform/events/event-log.js';
import type { Outside } from './outside.js';
import type { SimulatedReplica } from './replica.js';

/** A listener to one replica after another, which asks for what it missed. */
export class SimulatedClient {
  /** Number of the last event it has. */
  last = 0;
  private subscription: Subscription | null = null;
  private replica: SimulatedReplica | null = null;
  private waiting: number[] | null = null;

  constructor(
    private readonly outside: Outside,
    readonly name: string,
    /** Number after which it listens. */
    readonly since: number,
  ) {
    this.last = since;
  }

  get connected(): boolean {
    return this.replica !== null;
  }

  /** The connection ends with its replica. */
  leaveIf(replica: SimulatedReplica): void {
    if (this.replica === replica) this.leave();
  }

  leave(): void {
    this.replica = null;
    this.subscription?.unsubscribe();
    this.subscription = null;
    this.waiting = null;
  }

  /** Events that arrive while the log is read wait for it. */
  async connect(replica: SimulatedReplica): Promise<void> {
    this.leave();
    this.replica = replica;
    const waiting: number[] = [];
    this.waiting = waiting;
    const { world, planted } = this.outside;
    const subscription = replica.bus.subscribe('client', (event) => {
      if (!('seq' in event) || typeof event.seq !== 'number') return;
      // The replica may be behind the one before it.
      if (event.seq <= this.last) return;
      const times = planted === 'event delivered twice' && world.random.chance(0.1) ? 2 : 1;
      for (let time = 0; time < times; time += 1) {
        if (this.waiting === null) this.take(event.seq);
        else this.waiting.push(event.seq);
      }
    });
    this.subscription = subscription;
    const stored = await replica.tried(() => this.missed(replica));
    if (this.subscription !== subscription) return;
    const leftOut = planted === 'replay leaves one out' && world.random.chance(0.3) ? 1 : 0;
    for (const { seq } of stored.slice(leftOut)) this.take(seq);
    this.waiting = null;
    for (const seq of waiting) if (seq > this.last) this.take(seq);
  }

  private async missed(replica: SimulatedReplica): Promise<readonly StoredEvent[]> {
    const stored: StoredEvent[] = [];
    for await (const page of replica.log.after(this.last)) stored.push(...page);
    return stored;
  }

  private take(seq: number): void {
    this.outside.history.note('event', this.name, { seq });
    this.last = seq;
  }
}
