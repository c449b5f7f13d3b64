import { sampleFact } from '#test/support/sample-records.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventBus } from '../../platform/events/event-bus.js';
import { SystemClock } from '../../platform/clock.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { ServerEvent } from '../../protocol/events.js';
import { PluginEventFeed } from './plugin-event-feed.js';

const sinks = { out: () => undefined, err: () => undefined };
const line = (message: string): ServerEvent => ({
  type: 'log',
  at: 1,
  level: 'info',
  scope: 'test',
  message,
});

describe('PluginEventFeed', () => {
  let bus: EventBus;
  let feed: PluginEventFeed;
  let handed: string[];
  let dropped: number[];
  let answers: ((error?: Error) => void)[];

  beforeEach(() => {
    bus = new EventBus(new OfficeLogger({ clock: new SystemClock(), level: 'error', sinks }));
    [handed, dropped, answers] = [[], [], []];
    feed = new PluginEventFeed({
      bus,
      name: 'plugin:test',
      deliver: (event) => {
        handed.push('message' in event ? event.message : event.type);
        return new Promise<void>((resolve, reject) => {
          answers.push((error) => (error ? reject(error) : resolve()));
        });
      },
      onDropped: (count) => {
        dropped.push(count);
        bus.publish(line(`dropped ${count}`));
      },
    });
  });
  afterEach(() => feed.close());

  /** Handles the last delivered event, with all its consequences. */
  const handle = async (error?: Error): Promise<void> => {
    answers.shift()?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const handleAll = async (): Promise<void> => {
    while (answers.length > 0) await handle();
  };

  it('hands on the types that are wanted, for as long as they are', async () => {
    bus.publish(line('too early'));
    feed.want('log');
    bus.publish({
      type: 'memory.retracted',
      at: 1,
      id: 'fact_1',
      fact: sampleFact({ id: 'fact_1' }),
    });
    bus.publish(line('one'));
    await handle();
    feed.unwant('log');
    bus.publish(line('two'));
    expect(handed).toEqual(['one']);
  });

  it('hands on the next when the last was handled', async () => {
    feed.want('log');
    for (const message of ['one', 'two', 'three']) bus.publish(line(message));
    expect(handed).toEqual(['one']);
    await handle();
    expect(handed).toEqual(['one', 'two']);
    await handleAll();
    expect(handed).toEqual(['one', 'two', 'three']);
  });

  it('leaves out what does not fit in number, tells how many once, and goes on', async () => {
    feed.want('log');
    for (let n = 0; n < 510; n += 1) bus.publish(line(`${n}`));
    await handleAll();
    expect(dropped).toEqual([9]);
    expect(handed.slice(-3)).toEqual(['499', '500', 'dropped 9']);
    bus.publish(line('after'));
    await handleAll();
    expect([handed.at(-1), dropped]).toEqual(['after', [9]]);
  });

  it('leaves out what does not fit in bytes', async () => {
    feed.want('log');
    for (let n = 0; n < 7; n += 1) bus.publish(line('x'.repeat(1024 * 1024)));
    await handleAll();
    expect([handed.length, dropped]).toEqual([1 + 3 + 1, [3]]);
  });

  it('ends when the plugin can be handed nothing more', async () => {
    feed.want('log');
    bus.publish(line('one'));
    bus.publish(line('two'));
    await handle(new Error('it is gone'));
    bus.publish(line('three'));
    expect(handed).toEqual(['one']);
  });
});
