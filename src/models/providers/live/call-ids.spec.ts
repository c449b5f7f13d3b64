import { describe, expect, it } from '@jest/globals';
import type { ModelMessage } from '../../gateway/model-call.js';
import { CallIds } from './call-ids.js';

const answer = (providerId: string, ...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: '',
  toolCalls: ids.map((id) => ({ id, name: 'read', argumentsJson: '{}' })),
  origin: { servedBy: { providerId, modelId: 'm' } },
});
const result = (toolCallId: string): ModelMessage => ({ role: 'tool', content: '', toolCallId });

describe('ids of tool calls', () => {
  it("are the provider's own as they came, be it again and again", () => {
    const ids = new CallIds('kimi', false);
    for (let round = 0; round < 2; round++) {
      expect(ids.ofAnswer(answer('kimi', 'read:0', 'read:1'))).toEqual(['read:0', 'read:1']);
      expect(ids.ofResult(result('read:1'))).toBe('read:1');
      expect(ids.ofResult(result('read:0'))).toBe('read:0');
    }
  });

  it('of other providers are nine letters and digits, each of them once', () => {
    const ids = new CallIds('mistral', false);
    const shown = [1, 2, 3].flatMap(() => ids.ofAnswer(answer('kimi', 'read:0', 'read:0')));
    for (const id of shown) expect(id).toMatch(/^[0-9A-Za-z]{9}$/);
    expect(new Set(shown).size).toBe(6);
  });

  it('fit results to their calls, in order where a provider gave two the same', () => {
    const ids = new CallIds('mistral', false);
    const [first, second] = ids.ofAnswer(answer('other', 'same', 'same'));
    expect([ids.ofResult(result('same')), ids.ofResult(result('same'))]).toEqual([first, second]);
  });

  it('are replaced when they come again at a provider that refuses it', () => {
    const ids = new CallIds('anthropic', true);
    const first = ids.ofAnswer(answer('anthropic', 'toolu_1'));
    const second = ids.ofAnswer(answer('anthropic', 'toolu_1'));
    expect(first).toEqual(['toolu_1']);
    expect(second).not.toEqual(first);
  });

  it('are the same for the same conversation, so that prompt caches hold', () => {
    const shown = () => {
      const ids = new CallIds('mistral', false);
      return [ids.ofAnswer(answer('a', 'x')), ids.ofAnswer(answer('b', 'x', 'y'))];
    };
    expect(shown()).toEqual(shown());
  });
});
