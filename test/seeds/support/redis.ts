import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { RedisConnections } from '#platform/fleet/redis-connections.js';
import { SimulatedJobs } from './jobs.js';
import type { SimulatedProcess, World } from './world.js';

/** Longer than replicas wait before they look for what they were not told, ms. */
const delayMs = 3000;

/** A Redis server whose messages come late, in another order, twice or not at all. */
export class SimulatedRedis {
  away = false;
  losing = 0;
  doubling = 0;
  /** Share of messages and frames that are on their way for up to some seconds. */
  delaying = 0;
  private readonly connections = new Set<SimulatedConnection>();

  readonly jobs = new SimulatedJobs(this);

  constructor(readonly world: World) {}

  /** As the service connects, for one process. */
  connectionsOf(process: SimulatedProcess): RedisConnections {
    const made = Object.create(RedisConnections.prototype) as RedisConnections;
    const connect = async (): Promise<Redis> => {
      const connection = new SimulatedConnection(this, process);
      this.connections.add(connection);
      return connection as unknown as Redis;
    };
    return Object.assign(made, { url: 'redis://simulated', connect });
  }

  forget(process: SimulatedProcess): void {
    for (const each of this.connections)
      if (each.process === process) this.connections.delete(each);
    this.jobs.forget(process);
  }

  leave(): void {
    this.away = true;
    for (const each of this.connections) each.lose();
  }

  comeBack(): void {
    this.away = false;
    for (const each of this.connections) each.restore();
  }

  /** The longest time of the next message, ms. */
  longest(usualMs: number): number {
    return this.delaying > 0 && this.world.random.chance(this.delaying) ? delayMs : usualMs;
  }

  publish(channel: string, text: string): void {
    for (const each of this.connections) {
      if (each.channel !== channel || this.world.random.chance(this.losing)) continue;
      const times = this.world.random.chance(this.doubling) ? 2 : 1;
      for (let time = 0; time < times; time += 1) each.bring(text);
    }
  }
}

class SimulatedConnection extends EventEmitter {
  status = 'connecting';
  channel: string | null = null;

  constructor(
    private readonly server: SimulatedRedis,
    readonly process: SimulatedProcess,
  ) {
    super();
    this.restore();
  }

  restore(): void {
    const { world } = this.server;
    world.after(
      world.random.between(1, 50),
      () => {
        if (this.server.away || this.status === 'ready') return;
        this.status = 'ready';
        this.emit('ready');
      },
      this.process,
    );
  }

  lose(): void {
    this.status = 'reconnecting';
    this.channel = null;
    this.server.world.after(0, () => this.emit('close'), this.process);
  }

  disconnect(): void {
    this.lose();
    this.restore();
  }

  async subscribe(channel: string): Promise<void> {
    await this.server.world.delay(0, 5, this.process);
    this.requireServer();
    this.channel = channel;
  }

  async publish(channel: string, text: string): Promise<void> {
    await this.server.world.delay(0, 5, this.process);
    this.requireServer();
    this.server.publish(channel, text);
  }

  bring(text: string): void {
    const { world } = this.server;
    const act = () => {
      if (this.status === 'ready') this.emit('message', this.channel, text);
    };
    world.after(world.random.between(0, this.server.longest(30)), act, this.process);
  }

  private requireServer(): void {
    if (this.status !== 'ready') throw new Error('Redis is away');
  }
}
