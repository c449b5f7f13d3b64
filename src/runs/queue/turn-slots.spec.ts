import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LimitedSlots } from '#test/runs/support/turn-slots.js';
import type { Slot, TurnSlots } from './turn-slots.js';

const never = new AbortController().signal;

function slotsFor(limit: number): TurnSlots {
  return new LimitedSlots(limit).slots;
}

/** Requests slots and records, by name, who got one in which order. */
class Queue {
  readonly admitted: string[] = [];
  readonly held = new Map<string, Slot>();

  constructor(private readonly slots: TurnSlots) {}

  ask(name: string, floor = 'floor', signal: AbortSignal = never): Promise<void> {
    return this.slots.acquire(floor, signal).then((slot) => {
      this.admitted.push(slot === null ? `not ${name}` : name);
      if (slot !== null) this.held.set(name, slot);
    });
  }

  slot(name: string): Slot {
    const slot = this.held.get(name);
    if (slot === undefined) throw new Error(`${name} holds no place`);
    return slot;
  }
}

/** Lets everything run that can run now. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('places on a floor', () => {
  it('go to whoever came first', async () => {
    const queue = new Queue(slotsFor(2));
    for (const name of ['a', 'b', 'c', 'd']) void queue.ask(name);
    await settle();
    expect(queue.admitted).toEqual(['a', 'b']);
    queue.slot('b').release();
    await settle();
    queue.slot('a').release();
    await settle();
    expect(queue.admitted).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are counted for each floor by itself', async () => {
    const queue = new Queue(slotsFor(1));
    await queue.ask('a', 'ground');
    await queue.ask('b', 'first');
    expect(queue.admitted).toEqual(['a', 'b']);
  });

  it('are given back once, however often they are released', async () => {
    const queue = new Queue(slotsFor(1));
    await queue.ask('a');
    for (const name of ['b', 'c']) void queue.ask(name);
    queue.slot('a').release();
    queue.slot('a').release();
    await settle();
    expect(queue.admitted).toEqual(['a', 'b']);
  });
});

describe('someone whose run is cancelled', () => {
  it('gets no place', async () => {
    expect(await slotsFor(1).acquire('floor', AbortSignal.abort())).toBeNull();
  });

  it('leaves the queue, and the others keep their order', async () => {
    const queue = new Queue(slotsFor(1));
    const leaving = new AbortController();
    await queue.ask('a');
    void queue.ask('b');
    void queue.ask('gone', 'floor', leaving.signal);
    void queue.ask('c');
    leaving.abort();
    await settle();
    queue.slot('a').release();
    await settle();
    queue.slot('b').release();
    await settle();
    expect(queue.admitted).toEqual(['a', 'not gone', 'b', 'c']);
  });

  it('keeps a place that is held until it is released', async () => {
    const queue = new Queue(slotsFor(1));
    const cancelled = new AbortController();
    await queue.ask('a', 'floor', cancelled.signal);
    void queue.ask('b');
    cancelled.abort();
    await settle();
    expect(queue.admitted).toEqual(['a']);
  });

  it('does not come back to a place that was given up to wait', async () => {
    const queue = new Queue(slotsFor(1));
    const cancelled = new AbortController();
    await queue.ask('a', 'floor', cancelled.signal);
    await queue.slot('a').releaseWhile(async () => {
      await queue.ask('b');
      cancelled.abort();
    });
    queue.slot('a').release();
    void queue.ask('c');
    await settle();
    expect(queue.admitted).toEqual(['a', 'b']);
  });
});

describe('someone who waits for an answer', () => {
  it('makes room for others meanwhile, and queues to come back', async () => {
    const queue = new Queue(slotsFor(1));
    await queue.ask('a');
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const back = queue
      .slot('a')
      .releaseWhile(() => answered)
      .then(() => queue.admitted.push('a again'));
    for (const name of ['b', 'c']) void queue.ask(name);
    await settle();
    expect(queue.admitted).toEqual(['a', 'b']);
    answer();
    await settle();
    queue.slot('b').release();
    await settle();
    queue.slot('c').release();
    await back;
    expect(queue.admitted).toEqual(['a', 'b', 'c', 'a again']);
  });

  it('is back at work before a failed wait is told', async () => {
    const queue = new Queue(slotsFor(1));
    await queue.ask('a');
    const wait = queue.slot('a').releaseWhile(() => Promise.reject(new Error('no answer')));
    await expect(wait).rejects.toThrow('no answer');
    void queue.ask('b');
    await settle();
    expect(queue.admitted).toEqual(['a']);
    queue.slot('a').release();
    await settle();
    expect(queue.admitted).toEqual(['a', 'b']);
  });
});

describe('the limit', () => {
  it('lets those who wait in as soon as it is raised', async () => {
    const limited = new LimitedSlots(1);
    const queue = new Queue(limited.slots);
    for (const name of ['a', 'b', 'c', 'd']) void queue.ask(name);
    limited.change(3);
    await settle();
    expect(queue.admitted).toEqual(['a', 'b', 'c']);
  });

  it('lowered, keeps running turns and applies to new ones', async () => {
    const limited = new LimitedSlots(2);
    const queue = new Queue(limited.slots);
    for (const name of ['a', 'b', 'c']) void queue.ask(name);
    await settle();
    limited.change(1);
    queue.slot('a').release();
    await settle();
    expect(queue.admitted).toEqual(['a', 'b']);
    queue.slot('b').release();
    await settle();
    expect(queue.admitted).toEqual(['a', 'b', 'c']);
  });

  it('is never passed and no place is lost, whatever the employees do', async () => {
    const action = fc.record({
      who: fc.nat(5),
      does: fc.constantFrom('ask', 'release', 'abort', 'leave the table', 'come back'),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(action), async (limit, actions) => {
        const slots = slotsFor(limit);
        const people = Array.from({ length: 6 }, () => new Employee(slots));
        for (const { who, does } of actions) {
          people[who]?.do(does);
          await settle();
          expect(people.filter((person) => person.working).length).toBeLessThanOrEqual(limit);
        }
        for (const person of people) person.do('abort');
        for (const person of people) person.do('come back');
        await settle();
        for (const person of people) person.do('release');
        const all = await Promise.all(
          Array.from({ length: limit }, () => slots.acquire('floor', never)),
        );
        expect(all).not.toContain(null);
      }),
      { numRuns: 200 },
    );
  });
});

/** A turn that asks, waits, works, steps out and is cancelled in any order. */
class Employee {
  private state: 'away' | 'queueing' | 'working' | 'out' = 'away';
  private slot: Slot | null = null;
  private readonly cancelled = new AbortController();
  private retake: () => void = () => {};

  constructor(private readonly slots: TurnSlots) {}

  get working(): boolean {
    return this.state === 'working';
  }

  do(action: string): void {
    if (action === 'ask' && this.state === 'away') void this.ask();
    if (action === 'release' && this.state === 'working') this.release();
    if (action === 'abort') this.cancelled.abort();
    if (action === 'leave the table' && this.state === 'working') void this.stepOut();
    if (action === 'come back' && this.state === 'out') this.retake();
  }

  private async ask(): Promise<void> {
    this.state = 'queueing';
    this.slot = await this.slots.acquire('floor', this.cancelled.signal);
    this.state = this.slot === null ? 'away' : 'working';
  }

  private release(): void {
    this.slot?.release();
    this.state = 'away';
  }

  private async stepOut(): Promise<void> {
    this.state = 'out';
    await this.slot?.releaseWhile(
      () =>
        new Promise((resolve) => {
          this.retake = () => {
            this.state = 'queueing';
            resolve(undefined);
          };
        }),
    );
    if (this.cancelled.signal.aborted) this.release();
    else this.state = 'working';
  }
}
