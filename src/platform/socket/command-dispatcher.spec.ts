import { expect, it } from '@jest/globals';
import { healthTexts } from '../../protocol/texts/process.js';
import { SystemClock } from '../clock.js';
import { RefusedError } from '../errors/office-error.js';
import { StoreOutages } from '../database/store-outages.js';
import { OfficeLogger } from '../logging/office-logger.js';
import type { Once } from '../commands/once.js';
import { CommandDispatcher } from './command-dispatcher.js';
import type { CommandRegistry, SocketClient } from './socket-command.js';

const clock = new SystemClock();

function loggerTo(lines: string[]): OfficeLogger {
  const keep = (line: string): void => void lines.push(line);
  return new OfficeLogger({ clock, level: 'error', sinks: { out: keep, err: keep } });
}

function failingWith(thrown: Error, logger: OfficeLogger): CommandDispatcher {
  const command = {
    type: 'fire',
    options: {},
    check: () => ({}),
    run: () => Promise.reject(thrown),
  };
  const registry = { find: () => command } as unknown as CommandRegistry;
  const outages = new StoreOutages(clock, logger);
  const once = null as unknown as Once;
  return new CommandDispatcher(registry, once, clock, outages, logger);
}

const fire = Buffer.from('{"type":"fire"}');

it('a failed command is answered at once, and under way until its log line is stored', async () => {
  const logger = loggerTo([]);
  const order: string[] = [];
  const line = Promise.withResolvers<void>();
  logger.onMirrored(() => line.promise);
  const client = {
    unlistedOrigin: null,
    startedHere: () => Promise.resolve(false),
    send: () => order.push('answered'),
  } as unknown as SocketClient;
  const command = failingWith(new RefusedError('no'), logger).dispatch(client, fire, false);
  const ended = command.then(() => order.push('ended'));
  await new Promise(setImmediate);
  order.push('stored');
  line.resolve();
  await ended;
  expect(order).toEqual(['answered', 'stored', 'ended']);
});

it('a command that the store fails is refused in words for people, and logged by no line of its own', async () => {
  const lines: string[] = [];
  const answers: unknown[] = [];
  const client = {
    unlistedOrigin: null,
    startedHere: () => Promise.resolve(false),
    send: (frame: unknown) => answers.push(frame),
  } as unknown as SocketClient;
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const dispatcher = failingWith(away, loggerTo(lines));
  for (let count = 0; count < 2; count += 1) await dispatcher.dispatch(client, fire, false);
  const message = healthTexts.storeSilent;
  expect(answers).toMatchObject([{ message }, { message }]);
  expect(lines).toEqual([]);
});
