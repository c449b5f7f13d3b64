import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { RequiredString } from '../validation/fields.js';
import { CommandRegistry, type SocketClient, SocketCommand } from './socket-command.js';

class CancelRequest {
  @RequiredString()
  runId!: string;
}

class First {
  readonly got: unknown[] = [];

  @SocketCommand('cancel')
  cancel(payload: CancelRequest): string {
    this.got.push(payload);
    return 'cancelled';
  }

  @SocketCommand('loadRun')
  loadRun(payload: object): void {
    this.got.push(payload);
  }

  notACommand(): void {}
}

class Second {
  @SocketCommand('cancel')
  stop(): void {}
}

const client = {} as SocketClient;

async function boot(...providers: (new () => object)[]): Promise<[CommandRegistry, First]> {
  @Module({ providers: [First], exports: [First] })
  class Shared {}

  @Module({ imports: [Shared], providers: [{ provide: 'alias', useExisting: First }] })
  class User {}

  const module = await Test.createTestingModule({
    imports: [DiscoveryModule, Shared, User],
    providers: [CommandRegistry, ...providers],
  }).compile();
  await module.init();
  return [module.get(CommandRegistry), module.get(First, { strict: false })];
}

describe('CommandRegistry', () => {
  it('finds the marked methods of every provider, whatever names it goes by', async () => {
    const [registry] = await boot();
    expect(registry.find('cancel')?.name).toBe('First.cancel');
    expect(registry.find('loadRun')?.name).toBe('First.loadRun');
    expect(registry.find('notACommand')).toBeUndefined();
    expect(registry.find('constructor')).toBeUndefined();
  });

  it('hands a method the payload in its shape, and an untyped one as it was sent', async () => {
    const [registry, first] = await boot();
    const carryOut = (type: string, payload: Readonly<Record<string, unknown>>): unknown => {
      const command = registry.find(type);
      return command?.run(command.check(payload), client);
    };
    expect(carryOut('cancel', { runId: 'a', other: 1 })).toBe('cancelled');
    carryOut('loadRun', { runId: 'b', other: 1 });
    expect(first.got).toEqual([{ runId: 'a' }, { runId: 'b', other: 1 }]);
    expect(first.got[0]).toBeInstanceOf(CancelRequest);
    expect(() => carryOut('cancel', { runId: 1 })).toThrow('"runId" must be a string.');
  });

  it('fails the boot when two methods claim one command', async () => {
    await expect(boot(Second)).rejects.toThrow('both handle the command "cancel"');
  });
});
