import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FloorCache } from '../../console/src/app/floor-cache.js';
import { OtherFloor } from '../../console/src/app/other-floor.js';
import { OfficeRefusal, OfficeUnreachable } from '../../src/client/errors.js';
import type { Office } from '../../src/client/office.js';
import type { OrganisationDetail } from '../../src/protocol/records/organisation-detail.js';

/** An office that refuses to read a floor this many times; each refusal is told. */
function office(failures: number) {
  let left = failures;
  const reads: AbortSignal[] = [];
  const workspace = (id: string, { signal }: { signal: AbortSignal }) => {
    reads.push(signal);
    return left-- > 0
      ? Promise.reject(new Error('not now'))
      : Promise.resolve({ id } as OrganisationDetail);
  };
  const nothing = () => () => undefined;
  const http = { workspace, runs: () => Promise.resolve([]) };
  const made = { http, onGap: nothing, onStatus: nothing, state: {} };
  return { office: made as unknown as Office, reads };
}

/** Lets what is settled be followed. */
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a floor of this tab that is not the shared one', () => {
  it('is read again after reads that failed, while the connection stays up', async () => {
    const { office: given, reads } = office(3);
    const { promise, resolve } = Promise.withResolvers<void>();
    const floor = new OtherFloor(given, 'second', null, resolve);
    await settle();
    expect(floor.state()).toBeNull();
    expect(reads).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(10_000);
    await promise;
    expect(floor.state()?.activeWorkspaceId).toBe('second');
    expect(reads).toHaveLength(4);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(reads).toHaveLength(4);
    floor.close();
  });

  it('is read no more once another floor is shown', async () => {
    const { office: given, reads } = office(100);
    const floor = new OtherFloor(given, 'second', null, () => undefined);
    await settle();
    floor.close();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(reads).toHaveLength(1);
  });
});

describe('a floor that is looked up while somebody shows it', () => {
  it('is asked for again after a failure, but not after a refusal', async () => {
    const answers: Error[] = [new OfficeUnreachable('away'), new OfficeUnreachable('away')];
    const load = jest.fn(() => {
      const error = answers.shift();
      return error === undefined ? Promise.resolve(floor) : Promise.reject(error);
    });
    const floor = { id: 'second' } as OrganisationDetail;
    const floors = new FloorCache(load);
    const stop = floors.subscribe(() => undefined);
    floors.ask('second');
    await jest.advanceTimersByTimeAsync(5000);
    expect(floors.all().get('second')).toBe(floor);
    expect(load).toHaveBeenCalledTimes(3);
    answers.push(new OfficeRefusal('There is no such floor.'));
    floors.ask('third');
    await jest.advanceTimersByTimeAsync(5000);
    expect(load).toHaveBeenCalledTimes(4);
    stop();
  });
});
