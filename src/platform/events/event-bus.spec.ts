import { sampleFact } from '#test/support/sample-records.js';
import { describe, expect, it } from '@jest/globals';
import type { ServerEvent } from '../../protocol/events.js';
import { SystemClock } from '../clock.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { EventBus } from './event-bus.js';

const log = (message: string): ServerEvent => ({
  type: 'log',
  at: 1,
  level: 'info',
  scope: 's',
  message,
});

function newBus() {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const sinks = { out: write, err: write };
  const bus = new EventBus(new OfficeLogger({ clock: new SystemClock(), level: 'info', sinks }));
  const received: string[] = [];
  const listen = () => bus.on('log', 'listener', ({ message }) => void received.push(message));
  return { bus, lines, received, listen };
}

describe('EventBus', () => {
  it('tells everyone about an event before one that was published while it was handled', () => {
    const { bus, received, listen } = newBus();
    bus.on('log', 'echo', ({ message }) => {
      if (message === 'first') bus.publish(log('echo of first'));
    });
    listen();
    bus.publish(log('first'));
    bus.publish(log('second'));
    expect(received).toEqual(['first', 'echo of first', 'second']);
  });

  it('goes on after a subscriber that throws, and names it', () => {
    const { bus, lines, received, listen } = newBus();
    bus.subscribe('faulty', () => {
      throw new Error('boom');
    });
    listen();
    bus.publish(log('first'));
    bus.publish(log('second'));
    expect(received).toEqual(['first', 'second']);
    expect(lines.join('\n')).toContain('the subscriber "faulty" failed on log: boom');
  });

  it('tells only of the type that was asked for', () => {
    const { bus, received, listen } = newBus();
    listen();
    bus.publish({
      type: 'memory.retracted',
      at: 1,
      id: 'fact_1',
      fact: sampleFact({ id: 'fact_1' }),
    });
    expect(received).toEqual([]);
  });
});
