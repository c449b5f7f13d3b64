import { expect, it } from '@jest/globals';
import { SystemClock } from '../clock.js';
import { RefusedError } from '../errors/office-error.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { CommandDispatcher } from './command-dispatcher.js';
import type { CommandRegistry } from './command-registry.js';
import type { SocketClient } from './socket-command.js';

it('a failed command is answered at once, and under way until its log line is stored', async () => {
  const clock = new SystemClock();
  const sinks = { out: () => undefined, err: () => undefined };
  const logger = new OfficeLogger({ clock, level: 'error', sinks });
  const order: string[] = [];
  const line = Promise.withResolvers<void>();
  logger.onMirrored(() => line.promise);
  const fire = { run: () => Promise.reject(new RefusedError('no')) };
  const registry = { find: () => fire } as unknown as CommandRegistry;
  const client = { send: () => order.push('answered') } as unknown as SocketClient;
  const dispatcher = new CommandDispatcher(registry, clock, logger);
  const command = dispatcher.dispatch(client, Buffer.from('{"type":"fire"}'), false);
  const ended = command.then(() => order.push('ended'));
  await new Promise(setImmediate);
  order.push('stored');
  line.resolve();
  await ended;
  expect(order).toEqual(['answered', 'stored', 'ended']);
});
