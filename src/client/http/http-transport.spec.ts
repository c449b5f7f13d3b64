import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OfficeUnreachable } from '../errors.js';
import { HttpTransport, type OwnConnection } from './http-transport.js';

const action = { method: 'POST', body: { brief: 'A' } } as const;

describe('an action over HTTP', () => {
  let ids: (string | null)[];
  /** Number of the next requests whose answers are lost. */
  let lost: number;

  beforeEach(() => {
    jest.useFakeTimers();
    ids = [];
    lost = 0;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const fetchIt = ((_url, init) => {
    ids.push(new Headers(init?.headers).get('idempotency-key'));
    if (lost-- > 0) return Promise.reject(new TypeError('lost'));
    return Promise.resolve(Response.json({ id: 'run_1' }));
  }) as typeof fetch;
  const transportTo = (own?: OwnConnection) =>
    new HttpTransport({ url: 'http://office.example' }, fetchIt, own);
  /** The answer or error of a request after all its pauses. */
  async function outcome(asked: Promise<unknown>): Promise<unknown> {
    const settled = asked.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(10_000);
    return settled;
  }
  const ask = (to: HttpTransport, idempotencyKey: string, body: object = action.body) =>
    outcome(to.ask('/api/submit', { ...action, body, idempotencyKey }));

  it('keeps its id when it was given up and is asked again, and only then', async () => {
    const transport = transportTo();
    lost = 3;
    expect(await ask(transport, 'a')).toBeInstanceOf(OfficeUnreachable);
    expect(await ask(transport, 'b', { brief: 'B' })).toEqual({ id: 'run_1' });
    expect(await ask(transport, 'c')).toEqual({ id: 'run_1' });
    expect(await ask(transport, 'd')).toEqual({ id: 'run_1' });
    expect(ids).toEqual(['a', 'a', 'a', 'b', 'a', 'd']);
  });

  it('waits for a lost connection, and is sent under the same id then', async () => {
    let isUp = false;
    let come = (): void => undefined;
    const up = () => new Promise<void>((resolve) => (come = resolve));
    const transport = transportTo({ isUp: () => isUp, up });
    lost = 3;
    const asked = transport.ask('/api/submit', { ...action, idempotencyKey: 'a' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ids).toEqual(['a', 'a', 'a']);
    isUp = true;
    come();
    expect(await outcome(asked)).toEqual({ id: 'run_1' });
    expect(ids).toEqual(['a', 'a', 'a', 'a']);
  });

  it('is given up when the connection is', async () => {
    const closed = new OfficeUnreachable('gone');
    const transport = transportTo({ isUp: () => false, up: () => Promise.reject(closed) });
    lost = 3;
    expect(await ask(transport, 'a')).toBe(closed);
    expect(ids).toHaveLength(3);
  });
});
