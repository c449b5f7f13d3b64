import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SlowReaders, timeFor } from './replay-line.js';

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
  afterEach(() => {
    jest.useRealTimers();
  });

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

  it('lets pages be read while there is room', async () => {
    for (let page = 0; page < 32; page += 1) waits(megabyte);
    await expect(readers.room()).resolves.toBeUndefined();
  });

  it('makes room when a page has left', async () => {
    const all = Array.from({ length: 33 }, () => waits(megabyte));
    let isRoom = false;
    const room = readers.room().then(() => (isRoom = true));
    await jest.advanceTimersByTimeAsync(4000);
    expect(isRoom).toBe(false);
    all[20]?.left.resolve();
    await room;
    expect(all.every(({ isOpen }) => isOpen)).toBe(true);
  });

  it('cuts those that have waited longest to make room, after five seconds, and no more than needed', async () => {
    const old = [waits(2 * megabyte), waits(2 * megabyte)];
    await jest.advanceTimersByTimeAsync(3000);
    const later = Array.from({ length: 31 }, () => waits(megabyte));
    const room = readers.room();
    await jest.advanceTimersByTimeAsync(1990);
    expect(old[0]?.isOpen).toBe(true);
    await jest.advanceTimersByTimeAsync(20);
    await room;
    expect(old.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    expect(later.every(({ isOpen }) => isOpen)).toBe(true);
  });
});
