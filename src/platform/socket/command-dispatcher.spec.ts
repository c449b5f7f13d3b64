import { expect, it, jest } from '@jest/globals';
import { httpTexts } from '../../protocol/texts/http.js';
import { healthTexts } from '../../protocol/texts/process.js';
import { SystemClock } from '../clock.js';
import { RefusedError } from '../errors/office-error.js';
import { serviceActor } from '../actors/actor.js';
import { Actors } from '../actors/actors.js';
import type { AuditTrail, Deed } from '../audit/audit-trail.js';
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

const refused: (readonly [string, string])[] = [];

const audit = {
  carryOut: (_deed: object, work: () => Promise<unknown>) => work(),
  refused: ({ operation }: Deed, thrown: Error) => {
    refused.push([operation, thrown.message]);
    return Promise.resolve();
  },
} as unknown as AuditTrail;

function clientTo(answers: unknown[], further: Partial<SocketClient> = {}): SocketClient {
  return {
    actor: serviceActor,
    unlistedOrigin: null,
    startedHere: () => Promise.resolve(false),
    send: (frame: unknown) => answers.push(frame),
    ...further,
  } as unknown as SocketClient;
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
  const actors = new Actors({ apiToken: null }, clock);
  const once = null as unknown as Once;
  return new CommandDispatcher(registry, once, clock, outages, actors, audit, logger);
}

const fire = Buffer.from('{"type":"fire"}');

it('a failed command is answered at once, and under way until its log line is stored', async () => {
  const logger = loggerTo([]);
  const order: string[] = [];
  const line = Promise.withResolvers<void>();
  logger.onMirrored(() => line.promise);
  const client = {
    actor: serviceActor,
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
  const client = clientTo(answers);
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const dispatcher = failingWith(away, loggerTo(lines));
  for (let count = 0; count < 2; count += 1) await dispatcher.dispatch(client, fire, false);
  const message = healthTexts.storeSilent;
  expect(answers).toMatchObject([{ message }, { message }]);
  expect(lines).toEqual([]);
});

const page = 'http://localhost:3000';

it.each([
  ['a page that may not widen rights', { unlistedOrigin: page }, httpTexts.mayNotWiden(page)],
  ['a program of the service', { startedHere: () => Promise.resolve(true) }, httpTexts.startedHere],
])('a refused command of %s is in the audit log', async (_, further, message) => {
  const answers: unknown[] = [];
  refused.length = 0;
  const dispatcher = failingWith(new RefusedError('no'), loggerTo([]));
  await dispatcher.dispatch(clientTo(answers, further), fire, false);
  expect(answers).toMatchObject([{ type: 'error', message }]);
  expect(refused).toEqual([['fire', message]]);
});

it('a refused command ends where the audit log cannot be written', async () => {
  const answers: unknown[] = [];
  const write = jest.spyOn(audit, 'refused');
  write.mockRejectedValue(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  const dispatcher = failingWith(new RefusedError('no'), loggerTo([]));
  await dispatcher.dispatch(clientTo(answers, { unlistedOrigin: page }), fire, false);
  expect(answers).toMatchObject([{ message: httpTexts.mayNotWiden(page) }]);
  write.mockRestore();
});
