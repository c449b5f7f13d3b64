import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OfficeState } from '../../protocol/records/office.js';
import { stateJson, type StateEvent } from './state-json.js';

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
});
