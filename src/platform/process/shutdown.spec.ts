import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../clock.js';
import { OfficeLogger } from '../logging/office-logger.js';
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
  let errors: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    process = new FakeProcess();
    errors = [];
    const sinks = { out: () => undefined, err: (line: string) => void errors.push(line) };
    const logger = new OfficeLogger({ clock: new SystemClock(), level: 'info', sinks });
    shutdown = new Shutdown(process, logger);
    shutdown.listen();
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

  it('exits at once when there is nothing to close yet', async () => {
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(0);
    expect(process.exits).toEqual([0]);
  });

  it('exits after four seconds when closing does not end', async () => {
    shutdown.closeWith(() => new Promise(() => undefined));
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(3999);
    expect(process.exits).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(process.exits).toEqual([0]);
  });

  it('exits with 0 when closing fails, and says why', async () => {
    shutdown.closeWith(() => Promise.reject(new Error('stuck')));
    process.emit('SIGINT');
    await jest.advanceTimersByTimeAsync(0);
    expect(process.exits).toEqual([0]);
    expect(errors.join()).toContain('closing failed: stuck');
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
