import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SlowReaders, timeFor } from './slow-readers.js';

const megabyte = 1024 * 1024;

class Reader {
  isOpen = true;
  readonly left = Promise.withResolvers<void>();

  terminate(): void {
    this.isOpen = false;
    this.left.resolve();
  }
}

describe('SlowReaders', () => {
  let readers: SlowReaders;

  beforeEach(() => {
    jest.useFakeTimers();
    readers = new SlowReaders();
  });
  afterEach(() => jest.useRealTimers());

  function waits(bytes: number, reader = new Reader()): Reader {
    void readers.wait(reader, { bytes, left: reader.left.promise });
    return reader;
  }

  it.each([0, 256 * 1024, 20 * megabyte])(
    'cuts a reader that leaves %d bytes for longer than they may take',
    (bytes) => {
      const reader = waits(bytes);
      jest.advanceTimersByTime(timeFor(bytes) - 1);
      expect(reader.isOpen).toBe(true);
      jest.advanceTimersByTime(2);
      expect(reader.isOpen).toBe(false);
    },
  );

  it('leaves a reader alone that takes its page in time', async () => {
    const reader = waits(megabyte);
    reader.left.resolve();
    await reader.left.promise;
    await jest.advanceTimersByTimeAsync(timeFor(megabyte) + 1);
    expect(reader.isOpen).toBe(true);
  });

  it('cuts those that have waited longest when too much waits, and never the only one', () => {
    const giant = waits(40 * megabyte);
    expect(giant.isOpen).toBe(true);
    const others = Array.from({ length: 17 }, () => waits(megabyte));
    expect(giant.isOpen).toBe(false);
    expect(others.map(({ isOpen }) => isOpen)).toEqual([false, ...Array(16).fill(true)]);
  });

  it('counts two pages of one reader together, and what was taken no more', async () => {
    const reader = new Reader();
    const first = Promise.withResolvers<void>();
    void readers.wait(reader, { bytes: 10 * megabyte, left: first.promise });
    waits(5 * megabyte, reader);
    first.resolve();
    await first.promise;
    await Promise.resolve();
    const other = waits(10 * megabyte);
    expect([reader.isOpen, other.isOpen]).toEqual([true, true]);
    waits(2 * megabyte);
    expect([reader.isOpen, other.isOpen]).toEqual([false, true]);
  });
});
