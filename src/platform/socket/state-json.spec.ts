import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OfficeState } from '../../protocol/records/office.js';
import { runProgram } from '#test/support/run-program.js';
import { stateJson } from './state-json.js';

type StateEvent = Parameters<typeof stateJson>[0];

const eventOf = (state: unknown): StateEvent => ({
  type: 'office.updated',
  at: 1,
  state: state as OfficeState,
});

describe('stateJson', () => {
  it('writes what JSON.stringify writes, the second time too', () => {
    const value = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), fc.constant(undefined));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (state) => {
        const event = eventOf(state);
        const expected = JSON.stringify(event);
        expect(stateJson(event).toString()).toBe(expected);
        expect(stateJson(event).toString()).toBe(expected);
      }),
    );
  });

  it('writes what is new beside what it knows already', () => {
    const run = { id: 'run_1' };
    stateJson(eventOf({ runs: [run], version: '1' }));
    const state = { runs: [{ id: 'run_2' }, run], version: '2', models: [undefined] };
    expect(stateJson(eventOf(state)).toString()).toBe(JSON.stringify(eventOf(state)));
  });

  it('keeps no memory beside its parts', async () => {
    const program = `
      import { stateJson } from './dist/platform/socket/state-json.js';
      const parts = Array.from({ length: 500 }, (_, id) => ({ id }));
      gc();
      const before = process.memoryUsage().arrayBuffers;
      for (const part of parts) {
        stateJson({ type: 'office.updated', at: 1, state: { part, list: [part] } });
        for (let frame = 0; frame < 100; frame++) Buffer.from('x'.repeat(1000));
      }
      gc();
      console.log(parts.length, process.memoryUsage().arrayBuffers - before < 1_000_000);`;
    const args = ['--expose-gc', '--input-type=module', '--eval', program];
    const { stdout } = await runProgram(process.execPath, args);
    expect(stdout).toBe('500 true\n');
  });
});
