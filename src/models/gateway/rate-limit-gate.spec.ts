import { describe, expect, it } from '@jest/globals';
import { RateLimitGate } from './rate-limit-gate.js';
import type { Ticket } from './rate-limit-gate.js';

/** A clock whose waits end when the test advances it. */
class HandClock {
  private time = 0;
  private readonly waits: { readonly at: number; readonly end: () => void }[] = [];

  /** Simulates a clock that is constantly set back. */
  now(): number {
    return -this.time * 1000;
  }

  elapsed(): number {
    return this.time;
  }

  pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((end) => {
      this.waits.push({ at: this.time + ms, end });
      signal.addEventListener('abort', () => end());
    });
  }

  async advance(ms: number): Promise<void> {
    this.time += ms;
    for (const { at, end } of this.waits) if (at <= this.time) end();
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let round = 0; round < 20; round++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

function office() {
  const clock = new HandClock();
  const gate = new RateLimitGate(clock, () => 0);
  const passed: string[] = [];
  const waits: string[] = [];
  const signals = new Map<string, AbortController>();
  const tickets = new Map<string, Ticket>();
  /** Starts a call of this name at the gate. */
  const come = async (name: string): Promise<void> => {
    const ticket = tickets.get(name) ?? gate.ticket();
    const controller = new AbortController();
    tickets.set(name, ticket);
    signals.set(name, controller);
    const { signal } = controller;
    void gate
      .pass(ticket, signal, (ms) => waits.push(`${name} ${ms}`))
      .then(() => signal.aborted || passed.push(name));
    await settle();
  };
  const ticket = (name: string): Ticket => tickets.get(name) as Ticket;
  const accepted = async (name: string): Promise<void> => {
    gate.accepted(ticket(name));
    await settle();
  };
  const refused = async (name: string, ms: number | null): Promise<void> => {
    gate.refused(ticket(name), ms);
    await settle();
  };
  const cancel = async (name: string): Promise<void> => {
    signals.get(name)?.abort();
    await settle();
  };
  return { clock, passed, waits, come, accepted, refused, cancel, gate, ticket };
}

describe('the gate of a provider', () => {
  it('lets calls pass at once while nothing was refused', async () => {
    const { come, passed } = office();
    for (const name of ['a', 'b', 'c']) await come(name);
    expect(passed).toEqual(['a', 'b', 'c']);
  });

  it('holds everybody back after a refusal, and lets them pass one by one in their order', async () => {
    const { clock, come, accepted, refused, passed } = office();
    for (const name of ['a', 'b', 'c']) await come(name);
    passed.length = 0;
    await refused('b', 20_000);
    await come('new');
    await come('b');
    await clock.advance(19_999);
    expect(passed).toEqual([]);
    await clock.advance(1);
    expect(passed).toEqual(['b']);
    await clock.advance(1999);
    expect(passed).toEqual(['b']);
    await accepted('b');
    expect(passed).toEqual(['b']);
    await clock.advance(2000);
    expect(passed).toEqual(['b', 'new']);
    await accepted('new');
    await come('later');
    await come('and later');
    expect(passed).toEqual(['b', 'new', 'later', 'and later']);
  });

  it('waits anew, with everybody, when the first one is refused again', async () => {
    const { clock, come, refused, accepted, passed } = office();
    for (const name of ['a', 'b']) await come(name);
    passed.length = 0;
    await refused('a', 1000);
    await refused('b', 5000);
    await come('b');
    await come('a');
    await clock.advance(1000);
    expect(passed).toEqual([]);
    await clock.advance(4000);
    expect(passed).toEqual(['a']);
    await refused('a', 3000);
    await come('a');
    await clock.advance(2999);
    expect(passed).toEqual(['a']);
    await clock.advance(1);
    expect(passed).toEqual(['a', 'a']);
    await accepted('a');
    await clock.advance(300);
    expect(passed).toEqual(['a', 'a', 'b']);
  });

  it('lets the next one follow when the provider takes long to say anything', async () => {
    const { clock, come, refused, passed } = office();
    for (const name of ['a', 'b']) await come(name);
    passed.length = 0;
    await refused('a', 100);
    await come('a');
    await come('b');
    await clock.advance(100);
    expect(passed).toEqual(['a']);
    await clock.advance(2000);
    expect(passed).toEqual(['a', 'b']);
  });

  it('waits two minutes at most, and longer each time when the provider does not say how long', async () => {
    const { clock, come, refused, waits } = office();
    await come('a');
    await refused('a', 3_600_000);
    await come('a');
    expect(waits).toEqual(['a 120000']);
    await clock.advance(120_000);
    for (const ms of [800, 1600, 3200]) {
      await refused('a', null);
      await come('a');
      expect(waits.at(-1)).toBe(`a ${ms}`);
      await clock.advance(ms);
    }
  });

  it('holds calls back for as long as another process was told to wait, and then no longer', async () => {
    const { clock, come, accepted, gate, waits, passed } = office();
    gate.holdBack(5000);
    gate.holdBack(1000);
    await come('a');
    expect(waits).toEqual(['a 5000']);
    await clock.advance(4999);
    expect(passed).toEqual([]);
    await clock.advance(1);
    expect(passed).toEqual(['a']);
    await accepted('a');
    await come('b');
    expect(passed).toEqual(['a', 'b']);
  });

  it('tells of a refusal once, however many calls share it', () => {
    const told: number[] = [];
    const gate = new RateLimitGate(
      new HandClock(),
      () => 0,
      (ms) => told.push(ms),
    );
    const tickets = [gate.ticket(), gate.ticket()];
    const { signal } = new AbortController();
    for (const ticket of tickets) void gate.pass(ticket, signal, () => undefined);
    for (const ticket of tickets) gate.refused(ticket, 3000);
    expect(told).toEqual([3000]);
  });

  it('lets a cancelled call go at once, and the others do not wait for it', async () => {
    const { clock, come, refused, cancel, passed } = office();
    await come('a');
    await come('b');
    passed.length = 0;
    await refused('a', 1000);
    await come('a');
    await come('b');
    await cancel('a');
    await clock.advance(1000);
    expect(passed).toEqual(['b']);
  });

  it('goes on when the call that passed fails for another reason', async () => {
    const { clock, come, refused, gate, ticket, passed } = office();
    await come('a');
    await come('b');
    passed.length = 0;
    await refused('a', 1000);
    await come('a');
    await come('b');
    await clock.advance(1000);
    gate.ended(ticket('a'));
    await settle();
    expect(passed).toEqual(['a', 'b']);
  });
});
