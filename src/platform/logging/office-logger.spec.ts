import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../clock.js';
import { traceIdOf } from '../telemetry/trace-ids.js';
import { inWork } from '../telemetry/work-context.js';
import { NestLogger } from './nest-logger.js';
import { OfficeLogger, type MirroredEntry } from './office-logger.js';

class StoppedClock extends Clock {
  override now(): number {
    return new Date(2030, 0, 1, 12, 0, 0, 0).getTime();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('OfficeLogger', () => {
  let out: string[];
  let err: string[];
  let logger: OfficeLogger;

  beforeEach(() => {
    out = [];
    err = [];
    logger = new OfficeLogger({
      clock: new StoppedClock(),
      level: 'info',
      sinks: { out: (line) => void out.push(line), err: (line) => void err.push(line) },
      secrets: () => ['sk-secret', 'sk-secret-2', 'x'],
    });
  });

  it('writes what its level lets through: complaints to one side, the rest to the other', () => {
    const log = logger.scope('store');
    log.debug('d');
    log.info('i');
    log.warn('w');
    log.error('e');
    expect(out).toEqual(['12:00:00.000 INFO [store] i']);
    expect(err).toEqual(['12:00:00.000 WARN [store] w', '12:00:00.000 ERROR [store] e']);
  });

  it('writes JSON where that is wanted, with what is being worked on and no secret', () => {
    const json = new OfficeLogger({
      clock: new StoppedClock(),
      level: 'info',
      format: 'json',
      sinks: { out: (line) => void out.push(line), err: (line) => void err.push(line) },
      secrets: () => ['sk-secret'],
    }).scope('engine');
    json.info('two\nlines');
    const work = { runId: 'run_1', turnId: 'turn_1', workspaceId: 'ws_1', roleId: 'ceo' };
    inWork(work, () => json.error('sk-secret broke', new Error('by sk-secret')));
    expect(out.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        time: new Date(2030, 0, 1, 12).toISOString(),
        level: 'info',
        scope: 'engine',
        message: 'two\nlines',
      },
    ]);
    expect(out[0]).not.toContain('\n');
    const [line = ''] = err;
    expect(JSON.parse(line)).toMatchObject({
      message: '[redacted] broke',
      runId: 'run_1',
      turnId: 'turn_1',
      workspaceId: 'ws_1',
      traceId: traceIdOf('run_1'),
      stack: expect.stringMatching(/^Error: by \[redacted\]\n/),
    });
  });

  it('changes its level live, for scopes that already exist', () => {
    const log = logger.scope('store');
    logger.setLevel('debug');
    log.debug('d');
    logger.setLevel('error');
    log.info('i');
    log.warn('w');
    expect([out, err]).toEqual([['12:00:00.000 DEBUG [store] d'], []]);
  });

  it('prints the stack of a cause below its line', () => {
    const cause = new Error('boom');
    logger.scope('http').error('it broke', cause);
    expect(err[0]?.split('\n')[0]).toBe('12:00:00.000 ERROR [http] it broke');
    expect(err[0]).toContain('Error: boom');
  });

  it('never prints or mirrors a secret', () => {
    const mirrored: MirroredEntry[] = [];
    logger.onMirrored((entry) => void mirrored.push(entry));
    logger.scope('models').error('key sk-secret-2 refused', new Error('sk-secret at x'));
    expect(err.join()).not.toContain('sk-secret');
    expect(err[0]).toContain('key [redacted] refused');
    expect(mirrored[0]?.message).toBe('key [redacted] refused');
  });

  describe('the mirror', () => {
    it('gets every warning and error, whatever the level of the console', () => {
      const mirrored: MirroredEntry[] = [];
      const stop = logger.onMirrored((entry) => void mirrored.push(entry));
      logger.setLevel('error');
      const log = logger.scope('store');
      log.info('i');
      log.warn('w');
      log.error('e', new Error('not mirrored'));
      stop();
      log.warn('after');
      expect(mirrored.map(({ level, scope, message }) => [level, scope, message])).toEqual([
        ['warn', 'store', 'w'],
        ['error', 'store', 'e'],
      ]);
    });

    it('gives the first listener what was said before it came', () => {
      const log = logger.scope('store');
      log.warn('early');
      const first: string[] = [];
      const second: string[] = [];
      logger.onMirrored(({ message }) => void first.push(message));
      logger.onMirrored(({ message }) => void second.push(message));
      log.warn('late');
      expect([first, second]).toEqual([['early', 'late'], ['late']]);
    });

    it('excludes lines for the console only', () => {
      let calls = 0;
      logger.onMirrored(() => void (calls += 1));
      logger.consoleOnly('events').error('for the console only');
      expect(calls).toBe(0);
      expect(err).toEqual(['12:00:00.000 ERROR [events] for the console only']);
    });

    it('survives a listener that fails, and says so', async () => {
      let calls = 0;
      logger.onMirrored(() => {
        calls += 1;
        return Promise.reject(new Error('disk full'));
      });
      logger.scope('x').warn('first');
      await settled();
      logger.scope('x').warn('second');
      await settled();
      expect(calls).toBe(2);
      expect(err).toContain('12:00:00.000 ERROR [log] a line could not be kept: Error: disk full');
    });
  });

  it('keeps the chatter of Nest for level debug', () => {
    const nest = new NestLogger(logger);
    nest.log('mapped', 'RoutesResolver');
    nest.warn('odd', 'RoutesResolver');
    logger.setLevel('debug');
    nest.log('mapped', 'RoutesResolver');
    expect(out).toEqual(['12:00:00.000 DEBUG [nest/RoutesResolver] mapped']);
    expect(err).toEqual(['12:00:00.000 WARN [nest/RoutesResolver] odd']);
  });

  it('leaves a failed start to whoever reports it', () => {
    const nest = new NestLogger(logger);
    nest.error(new Error('no database'), 'ExceptionHandler');
    nest.error('Error: listen EADDRINUSE', 'NestApplication');
    nest.error(new Error('no route'), 'RoutesResolver');
    expect(err.join('\n')).toContain('ERROR [nest/RoutesResolver] no route');
    expect(err).toHaveLength(1);
  });
});
