import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { aSession } from '#test/runs/support/a-session.js';
import { noForesight } from '#test/runs/support/no-foresight.js';
import { aTurnAtWork } from '#test/runs/support/an-active-turn.js';
import { sampleToolCall } from '#test/support/sample-records.js';
import type { RunCommit } from '../../journal/run-journal.js';
import type { ToolOutcome } from '../../journal/recorded.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';
import { ToolRound } from './tool-round.js';
import type { ToolCall } from './check-call.js';
import type { ToolRunner } from './tool-runner.js';

type FillEnd = Parameters<ToolRunner['run']>[3];

const key = 's/dev/m1';

/** Tools whose calls end on request. Those called `read…` only read. */
class Tools {
  readonly turn: ActiveTurn = aTurnAtWork(aSession());
  /** Calls in progress by name. */
  readonly open = new Map<string, PromiseWithResolvers<void>>();
  readonly stored: string[] = [];
  readonly handedOn: string[] = [];
  storedWithLast: string[] | null = null;

  round(...names: string[]): Promise<void> {
    const runner = {
      hasEnded: () => false,
      onlyReads: (_: ActiveTurn, __: string, { name }: ToolCall) => name.startsWith('read'),
      run: (_: ActiveTurn, __: string, call: ToolCall, atEnd: FillEnd, before?: Promise<unknown>) =>
        this.make(call.name, atEnd, before),
    } as unknown as ToolRunner;
    const requests = names.map((name) => ({ id: name, name, argumentsJson: '{}' }));
    return new ToolRound(runner, noForesight).run(this.turn, key, requests, {
      ended: ({ record }) => void this.handedOn.push(record.name),
      storingLast: () => void (this.storedWithLast = [...this.handedOn]),
    });
  }

  async underWay(...names: string[]): Promise<void> {
    while (names.some((name) => !this.open.has(name))) await setImmediate();
    expect([...this.open.keys()]).toEqual(names);
  }

  end(name: string): void {
    this.open.get(name)?.resolve();
    this.open.delete(name);
  }

  fail(name: string, error: Error): void {
    this.open.get(name)?.reject(error);
    this.open.delete(name);
  }

  private async make(
    name: string,
    atEnd: FillEnd,
    before?: Promise<unknown>,
  ): Promise<ToolOutcome> {
    const ending = Promise.withResolvers<void>();
    this.open.set(name, ending);
    await ending.promise;
    await before;
    const outcome = { record: sampleToolCall({ name }), content: name, factIds: [] };
    atEnd({} as RunCommit, outcome);
    this.stored.push(name);
    return outcome;
  }
}

describe('the calls of one answer', () => {
  it('are made at the same time where they only read, and told in their order', async () => {
    const tools = new Tools();
    const round = tools.round('read a', 'read b', 'read c');
    await tools.underWay('read a', 'read b', 'read c');
    tools.end('read c');
    tools.end('read b');
    await setImmediate();
    expect(tools.stored).toEqual([]);
    tools.end('read a');
    await round;
    expect(tools.stored).toEqual(['read a', 'read b', 'read c']);
    expect(tools.handedOn).toEqual(['read a', 'read b', 'read c']);
    expect(tools.storedWithLast).toEqual(['read a', 'read b']);
  });

  it('are made alone and in their place where they may change something', async () => {
    const tools = new Tools();
    const round = tools.round('write a', 'read b', 'read c', 'write d', 'write e', 'read f');
    for (const group of [['write a'], ['read b', 'read c'], ['write d'], ['write e'], ['read f']]) {
      await tools.underWay(...group);
      for (const name of group) tools.end(name);
    }
    await round;
    expect(tools.handedOn).toEqual(['write a', 'read b', 'read c', 'write d', 'write e', 'read f']);
  });

  it('are eight at a time', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `read ${index}`);
    const tools = new Tools();
    const round = tools.round(...names);
    await tools.underWay(...names.slice(0, 8));
    tools.end('read 0');
    await tools.underWay(...names.slice(1, 9));
    for (const name of names.slice(1, 9)) tools.end(name);
    await tools.underWay('read 9');
    tools.end('read 9');
    await round;
    expect(tools.handedOn).toEqual(names);
  });

  it('are no more made once the run is cancelled', async () => {
    const tools = new Tools();
    const round = tools.round('read a', 'read b', 'write c');
    await tools.underWay('read a', 'read b');
    tools.turn.session.cancel();
    tools.end('read a');
    tools.end('read b');
    await round;
    expect(tools.handedOn).toEqual(['read a', 'read b']);
  });

  it('leave nothing running behind when one of them cannot be recorded', async () => {
    const tools = new Tools();
    let ended = false;
    const round = tools.round('read a', 'read b').finally(() => (ended = true));
    const failed = expect(round).rejects.toThrow('the store is gone');
    await tools.underWay('read a', 'read b');
    tools.fail('read a', new Error('the store is gone'));
    await setImmediate();
    expect(ended).toBe(false);
    tools.end('read b');
    await failed;
    expect(tools.handedOn).toEqual([]);
  });
});
