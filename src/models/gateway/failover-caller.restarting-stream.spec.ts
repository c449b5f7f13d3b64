import { describe, expect, it } from '@jest/globals';
import { RestartingStream } from './failover-caller.js';

describe('the stream of a call that is made again', () => {
  function stream(isAgain: boolean) {
    const told: unknown[] = [];
    const made = new RestartingStream({
      onDelta: (text, restart) => void told.push({ text, ...(restart && { restart }) }),
      onReasoning: (reasoning) => void told.push({ reasoning }),
      ...(isAgain && { isAgain }),
    });
    made.begin();
    return { made, told };
  }

  it('takes back with its first output what the earlier attempt may have streamed', () => {
    const { made, told } = stream(true);
    made.delta('anew');
    made.delta(' and on');
    expect(told).toEqual([{ text: 'anew', restart: true }, { text: ' and on' }]);
  });

  it('does so before its reasoning', () => {
    const { made, told } = stream(true);
    made.reasoning('hm');
    expect(told).toEqual([{ text: '', restart: true }, { reasoning: 'hm' }]);
  });

  it('takes nothing back at the first attempt', () => {
    const { made, told } = stream(false);
    made.delta('once');
    made.restart();
    expect(told).toEqual([{ text: 'once' }]);
  });
});
