import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '../clock.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { surviveFaults, survivePipes } from './process-faults.js';

class FakeProcess extends EventEmitter {
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
}

describe('surviveFaults', () => {
  let process: FakeProcess;
  let errors: string[];

  beforeEach(() => {
    process = new FakeProcess();
    errors = [];
    const sinks = { out: () => undefined, err: (line: string) => void errors.push(line) };
    const logger = new OfficeLogger({ clock: new SystemClock(), level: 'info', sinks });
    surviveFaults(logger, process as unknown as NodeJS.Process);
  });

  it.each(['uncaughtException', 'unhandledRejection'])('logs an %s with its stack', (event) => {
    process.emit(event, new Error('boom'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('ERROR [process] an exception nobody caught: boom\n');
    expect(errors[0]).toContain('process-faults.spec.ts');
  });

  it('logs what is thrown and is no error', () => {
    process.emit('unhandledRejection', undefined);
    expect(errors[0]).toContain('an exception nobody caught: undefined');
  });
});

describe('survivePipes', () => {
  it('survives EPIPE on its output', () => {
    const process = new FakeProcess();
    survivePipes(process as unknown as NodeJS.Process);
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    expect(process.stdout.emit('error', broken)).toBe(true);
    expect(process.stderr.emit('error', broken)).toBe(true);
  });
});
