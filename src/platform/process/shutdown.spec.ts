import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../clock.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { Readiness } from './readiness.js';
import { Shutdown } from './shutdown.js';

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }
}

describe('Shutdown', () => {
  let process: FakeProcess;
  let shutdown: Shutdown;
  /** A shutdown with a drain delay of ten seconds. */
  let draining: () => Shutdown;
  let readiness: Readiness;
  let errors: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    process = new FakeProcess();
    errors = [];
    const sinks = { out: () => undefined, err: (line: string) => void errors.push(line) };
    const logger = new OfficeLogger({ clock: new SystemClock(), level: 'info', sinks });
    readiness = new Readiness();
    readiness.serves();
    const make = (drainDelayMs: number): Shutdown => {
      const made = new Shutdown(process, { readiness, logger, drainDelayMs });
      made.listen();
      return made;
    };
    shutdown = make(0);
    draining = () => {
      process.removeAllListeners();
      return make(10_000);
    };
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it.each(['SIGINT', 'SIGTERM'])(
    'closes the application on %s, then exits with 0',
    async (signal) => {
      const close = jest.fn(() => Promise.resolve());
      shutdown.closeWith(close);
      process.emit(signal);
      expect(process.exits).toEqual([]);
      await jest.advanceTimersByTimeAsync(0);
      expect(close).toHaveBeenCalledTimes(1);
      expect(process.exits).toEqual([0]);
    },
  );

  it('is not cut short by a second signal', async () => {
    shutdown.closeWith(() => new Promise(() => undefined));
    process.emit('SIGINT');
    expect(process.listenerCount('SIGINT')).toBe(1);
    process.emit('SIGINT');
    await jest.advanceTimersByTimeAsync(3999);
    expect(process.exits).toEqual([]);
  });

  it('exits at once when there is nothing to close yet', async () => {
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(0);
    expect(process.exits).toEqual([0]);
  });

  it('exits after four seconds when closing does not end', async () => {
    shutdown.closeWith(() => new Promise(() => undefined));
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(3999);
    expect([process.exits, errors]).toEqual([[], []]);
    await jest.advanceTimersByTimeAsync(1);
    expect(process.exits).toEqual([0]);
    expect(errors.join()).toContain(
      'WARN [process] closing took more than 4000 ms and was cut short',
    );
  });

  it('exits with 0 when closing fails, and says why', async () => {
    shutdown.closeWith(() => Promise.reject(new Error('stuck')));
    process.emit('SIGINT');
    await jest.advanceTimersByTimeAsync(0);
    expect(process.exits).toEqual([0]);
    expect(errors.join()).toContain('closing failed: stuck');
  });

  describe('with a drain delay', () => {
    const close = jest.fn(() => Promise.resolve());

    beforeEach(() => {
      close.mockClear();
      shutdown = draining();
      shutdown.closeWith(close);
    });

    it('is not ready at once on SIGTERM, and closes after the delay', async () => {
      process.emit('SIGTERM');
      expect(readiness.unavailableReason).toBe('The service is closing.');
      await jest.advanceTimersByTimeAsync(9999);
      expect([close.mock.calls.length, process.exits]).toEqual([0, []]);
      await jest.advanceTimersByTimeAsync(1);
      expect([close.mock.calls.length, process.exits]).toEqual([1, [0]]);
    });

    it('has a watchdog that is longer than delay and closing', async () => {
      close.mockImplementationOnce(() => new Promise(() => undefined));
      process.emit('SIGTERM');
      await jest.advanceTimersByTimeAsync(13_999);
      expect([close.mock.calls.length, process.exits]).toEqual([1, []]);
      await jest.advanceTimersByTimeAsync(1);
      expect(process.exits).toEqual([0]);
    });

    it('does not wait on SIGINT', async () => {
      process.emit('SIGINT');
      await jest.advanceTimersByTimeAsync(0);
      expect([close.mock.calls.length, process.exits]).toEqual([1, [0]]);
    });

    it('stops waiting when SIGINT follows', async () => {
      process.emit('SIGTERM');
      await jest.advanceTimersByTimeAsync(5000);
      process.emit('SIGINT');
      await jest.advanceTimersByTimeAsync(0);
      expect([close.mock.calls.length, process.exits]).toEqual([1, [0]]);
    });
  });

  it('closes once, however many signals come', async () => {
    const close = jest.fn(() => new Promise<void>(() => undefined));
    shutdown.closeWith(close);
    process.emit('SIGINT');
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(0);
    expect(close).toHaveBeenCalledTimes(1);
  });
});
