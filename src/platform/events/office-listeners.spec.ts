import { describe, expect, it } from '@jest/globals';
import { Global, Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { sampleFact } from '#test/support/sample-records.js';
import type { ServerEventOf } from '../../protocol/events.js';
import { SystemClock } from '../clock.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { type AnnouncedEvent, EventBus } from './event-bus.js';
import { OnEveryEvent, OnOfficeEvent } from './office-listener.js';
import { OfficeListeners } from './office-listeners.js';

class Heard {
  readonly lines: string[] = [];
}

@Injectable()
class Archive {
  constructor(private readonly heard: Heard) {}

  @OnEveryEvent()
  keep(event: AnnouncedEvent): void {
    this.heard.lines.push(`archive: ${event.type}`);
  }
}

@Injectable()
class Reader {
  constructor(private readonly heard: Heard) {}

  @OnOfficeEvent('log')
  read({ message }: ServerEventOf<'log'>): void {
    this.heard.lines.push(`reader: ${message}`);
  }

  @OnOfficeEvent('memory.retracted', 'internal.mcp.refreshed')
  note({ type }: AnnouncedEvent): void {
    this.heard.lines.push(`noted: ${type}`);
  }

  unmarked(): void {
    this.heard.lines.push('never');
  }
}

@Injectable()
class Faulty {
  @OnOfficeEvent('log')
  throws(): void {
    throw new Error('at once');
  }

  @OnOfficeEvent('log')
  async rejects(): Promise<void> {
    await Promise.resolve();
    throw new Error('later');
  }
}

const log = (message: string): ServerEventOf<'log'> => ({
  type: 'log',
  at: 1,
  level: 'info',
  scope: 's',
  message,
});

interface Booted {
  readonly module: TestingModule;
  readonly bus: EventBus;
  readonly heard: readonly string[];
  readonly lines: readonly string[];
}

/** Archive comes before Reader in the order of providers. */
async function boot(): Promise<Booted> {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const sinks = { out: write, err: write };
  const bus = new EventBus(new OfficeLogger({ clock: new SystemClock(), level: 'info', sinks }));

  @Global()
  @Module({
    imports: [DiscoveryModule],
    providers: [OfficeListeners, Heard, { provide: EventBus, useValue: bus }],
    exports: [Heard],
  })
  class EventsModule {}

  @Module({
    providers: [Archive, Faulty, Reader, { provide: 'another name', useExisting: Reader }],
  })
  class FeatureModule {}

  const module = await Test.createTestingModule({
    imports: [EventsModule, FeatureModule],
  }).compile();
  await module.init();
  return { module, bus, heard: module.get(Heard, { strict: false }).lines, lines };
}

describe('listeners for events', () => {
  it('hear the types they name, once each, and before those that hear everything', async () => {
    const { bus, heard } = await boot();
    bus.publish(log('one'));
    const fact = sampleFact({ id: 'fact_1' });
    bus.publish({ type: 'memory.retracted', at: 1, id: 'fact_1', fact });
    bus.publish({ type: 'internal.mcp.refreshed', at: 1, seq: 1 });
    expect(heard).toEqual([
      'reader: one',
      'archive: log',
      'noted: memory.retracted',
      'archive: memory.retracted',
      'noted: internal.mcp.refreshed',
      'archive: internal.mcp.refreshed',
    ]);
  });

  it('are logged by name when they throw or reject, and keep listening', async () => {
    const { bus, heard, lines } = await boot();
    bus.publish(log('one'));
    await new Promise(setImmediate);
    bus.publish(log('two'));
    expect(heard.filter((line) => line.startsWith('reader'))).toEqual([
      'reader: one',
      'reader: two',
    ]);
    const text = lines.join('\n');
    expect(text).toContain('the subscriber "Faulty.throws" failed on log: at once');
    expect(text).toContain('the subscriber "Faulty.rejects" failed on log: later');
  });

  it('hear nothing more once the application has ended', async () => {
    const { module, bus, heard } = await boot();
    await module.close();
    bus.publish(log('late'));
    expect(heard).toEqual([]);
  });
});
