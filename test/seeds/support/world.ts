import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock } from '#platform/clock.js';
import type { Random } from './random.js';

/** One start of a replica; code that it starts belongs to it, also after awaiting. */
export interface SimulatedProcess {
  readonly name: string;
  alive: boolean;
  /** It writes journals that the others cannot read. */
  readonly isNewer: boolean;
  /** Nothing of it happens before this time. */
  pausedUntil: number;
  /** What its wall clock is ahead, ms. */
  skewMs: number;
}

/** Something that happens at a time, unless its process has ended by then. */
interface Due {
  readonly at: number;
  readonly process: SimulatedProcess | null;
  readonly act: () => void;
}

interface Timer {
  unref(): Timer;
  ref(): Timer;
  hasRef(): boolean;
}

const realImmediate = setImmediate;
/** Steps in one turn of the real event loop. */
const together = 32;
const startsAt = Date.UTC(2026, 0, 1);
const owners = new AsyncLocalStorage<SimulatedProcess>();

/**
 * Time and order of everything in a simulated fleet. While it is installed, timers and clocks of the
 * language are its own; of what is due at the same time, the generator chooses.
 */
export class World {
  /** ms since the beginning. */
  time = 0;
  steps = 0;
  private due = new Map<number, Due>();
  private nextId = 1;

  constructor(private generator: Random) {}

  /** Draws delays and the order of what is due together. */
  get random(): Random {
    return this.generator;
  }

  /** What happens at once in the act is drawn from another generator. */
  drawing(from: Random, act: () => void): void {
    const kept = this.generator;
    this.generator = from;
    act();
    this.generator = kept;
  }

  /** Wall clock without any skew. */
  get wall(): number {
    return startsAt + this.time;
  }

  in<T>(process: SimulatedProcess, act: () => T): T {
    return owners.run(process, act);
  }

  /** What runs now belongs to it; null: to the outside. */
  get current(): SimulatedProcess | null {
    return owners.getStore() ?? null;
  }

  after(ms: number, act: () => void, process = this.current): number {
    const id = this.nextId++;
    this.due.set(id, { at: this.time + Math.max(0, Math.ceil(ms)), process, act });
    return id;
  }

  cancel(id: number): void {
    this.due.delete(id);
  }

  /** Resolves after a time of the generator's choice; never, if the process ends before. */
  delay(least: number, most: number, process = this.current): Promise<void> {
    const ms = this.random.between(least, most);
    return new Promise((resolve) => void this.after(ms, resolve, process));
  }

  /** Lets things happen until the time, or until nothing is left to happen. */
  async runUntil(end: number): Promise<void> {
    while (await this.happened(end));
    this.time = Math.max(this.time, end);
  }

  /** Lets some things happen; false: nothing is left until then. Promises settle after each. */
  private happened(end: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      let left = together;
      let isOver = false;
      const next = (): void => {
        if (isOver) return;
        left -= 1;
        try {
          isOver = left < 0 || !this.step(end);
        } catch (thrown) {
          isOver = true;
          reject(new Error('a step failed', { cause: thrown }));
        }
        if (isOver) resolve(left < 0);
      };
      // Immediates of one turn of the event loop follow one another, with what they promised between.
      for (let each = 0; each <= together; each += 1) realImmediate(next);
    });
  }

  /** False: nothing is due until then. */
  private step(end: number): boolean {
    const next = this.takeNext(end);
    if (next === null) return false;
    this.time = Math.max(this.time, next.at);
    this.steps += 1;
    if (next.process === null) owners.exit(next.act);
    else owners.run(next.process, next.act);
    return true;
  }

  /** Takes the first thing due until then; null: nothing is. */
  private takeNext(end: number): Due | null {
    let first = Infinity;
    let ids: number[] = [];
    for (const [id, { at, process }] of this.due) {
      if (process?.alive === false) {
        this.due.delete(id);
        continue;
      }
      const dueAt = Math.max(at, process?.pausedUntil ?? 0);
      if (dueAt > first) continue;
      if (dueAt < first) ids = [];
      first = dueAt;
      ids.push(id);
    }
    if (ids.length === 0 || first > end) return null;
    const id = this.random.pick(ids);
    const { process, act } = this.due.get(id) as Due;
    this.due.delete(id);
    return { at: first, process, act };
  }

  /** Replaces the timers and clocks of the language; the result puts them back. */
  install(): () => void {
    const kept = {
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      setInterval: globalThis.setInterval,
      clearInterval: globalThis.clearInterval,
      setImmediate: globalThis.setImmediate,
      performance: globalThis.performance,
    };
    const now = Date.now;
    const hrtime = process.hrtime.bigint;
    const ids = new WeakMap<Timer, number>();
    const start = (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): Timer => {
      const timer: Timer = { unref: () => timer, ref: () => timer, hasRef: () => false };
      ids.set(
        timer,
        this.after(ms, () => act(...given)),
      );
      return timer;
    };
    const startRepeated = (act: () => void, ms = 0): Timer => {
      const timer = start(again, ms);
      function again(): void {
        ids.set(timer, ids.get(start(again, ms)) as number);
        act();
      }
      return timer;
    };
    const clear = (timer: Timer | undefined): void => {
      const id = timer === undefined ? undefined : ids.get(timer);
      if (id !== undefined) this.cancel(id);
    };
    const replaced = {
      setTimeout: start,
      clearTimeout: clear,
      setInterval: startRepeated,
      clearInterval: clear,
      setImmediate: (act: () => void) => start(act),
      performance: { now: () => this.time },
    };
    const put = (values: object): void => {
      for (const [name, value] of Object.entries(values)) {
        Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
      }
    };
    put(replaced);
    Date.now = () => this.wall + (this.current?.skewMs ?? 0);
    process.hrtime.bigint = () => BigInt(this.time) * 1_000_000n;
    return () => {
      put(kept);
      Date.now = now;
      process.hrtime.bigint = hrtime;
    };
  }
}

/** The clock of one process. */
export class SimulatedClock extends Clock {
  constructor(
    private readonly world: World,
    private readonly process: SimulatedProcess,
  ) {
    super();
  }

  override now(): number {
    return this.world.wall + this.process.skewMs;
  }

  override elapsed(): number {
    return this.world.time;
  }
}
