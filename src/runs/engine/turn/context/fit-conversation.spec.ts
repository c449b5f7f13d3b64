import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ModelMessage } from '#models/gateway/model-call.js';
import { inFence, withoutFenced } from '#protocol/rules/fences.js';
import { conversationTokens, fitConversation } from './fit-conversation.js';

const request: readonly ModelMessage[] = [
  { role: 'system', content: 'rules' },
  { role: 'user', content: 'the job' },
];

interface Call {
  readonly args: number;
  readonly result: number;
}

function round(number: number, calls: readonly Call[], said = ''): readonly ModelMessage[] {
  const servedBy = { providerId: 'provider', modelId: 'one' };
  const parts = [{ type: 'reasoning' as const, text: 'I think', vendor: { v: { seal: 'abc' } } }];
  return [
    {
      role: 'assistant',
      content: said,
      origin: { servedBy, parts },
      toolCalls: calls.map(({ args }, index) => ({
        id: `c${number}_${index}`,
        name: 'read_file',
        argumentsJson: JSON.stringify({ path: 'p'.repeat(args) }),
      })),
    },
    ...calls.map(({ result }, index) => ({
      role: 'tool' as const,
      name: 'read_file',
      toolCallId: `c${number}_${index}`,
      documentId: `call_t_${number}_${index}`,
      content: inFence('tool:read_file', `begin ${'x'.repeat(result)} end`),
    })),
  ];
}

function conversation(rounds: readonly (readonly Call[])[]): readonly ModelMessage[] {
  return [...request, ...rounds.flatMap((calls, index) => round(index + 1, calls))];
}

const call = fc.record({ args: fc.nat(20_000), result: fc.nat(25_000) });
const rounds = fc.array(fc.array(call, { minLength: 1, maxLength: 30 }), { maxLength: 8 });

describe('fitConversation', () => {
  it('leaves alone what fits', () => {
    const messages = conversation([[{ args: 10, result: 100 }]]);
    expect(fitConversation(messages, 10_000)).toBe(messages);
  });

  it('shortens old results, with what was called, how it began and how to read it', () => {
    const messages = conversation([[{ args: 3, result: 8000 }], [{ args: 3, result: 8000 }]]);
    const room = Math.floor(conversationTokens(messages) * 0.9);
    const [, , , old, , newest] = fitConversation(messages, room);
    expect(old?.content).toContain('read_file answered to {"path":"ppp"}');
    expect(old?.content).toContain('read_document with the id call_t_1_0');
    expect(old?.content).toContain('begin xxx');
    expect(newest?.content).toBe(messages.at(-1)?.content);
  });

  it('leaves the same beginning until the room is used up again', () => {
    const many = Array.from({ length: 6 }, () => [{ args: 3, result: 8000 }]);
    const room = Math.floor(conversationTokens(conversation(many)) * 0.8);
    const fitted = fitConversation(conversation(many), room);
    const more = [...fitted, ...round(7, [{ args: 3, result: 500 }])];
    expect(fitConversation(more, room)).toBe(more);
  });

  it('leaves out reasoning that was bound to what is gone', () => {
    const messages = conversation([[{ args: 3, result: 8000 }], [{ args: 3, result: 10 }]]);
    const fitted = fitConversation(messages, 2000);
    expect(JSON.stringify(fitted)).not.toContain('I think');
  });

  it('law: whatever was said, it fits, the request is whole, and each result has its call', () => {
    fc.assert(
      fc.property(rounds, fc.integer({ min: 300, max: 50_000 }), (calls, room) => {
        const fitted = fitConversation(conversation(calls), room);
        expect(conversationTokens(fitted)).toBeLessThanOrEqual(room);
        expect(fitted.slice(0, 2)).toEqual(request);
        for (const { content } of fitted) expect(withoutFenced(content)).not.toContain('xx');
        const open = fitted.filter(({ content }) => content.includes('<untrusted'));
        for (const { content } of open) expect(content).toContain('</untrusted-content>');
        const asked = fitted.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
        const told = fitted.flatMap(({ toolCallId }) => toolCallId ?? []);
        expect(told).toEqual(asked);
        for (const { toolCalls = [] } of fitted) {
          for (const { argumentsJson } of toolCalls) JSON.parse(argumentsJson);
        }
      }),
    );
  });

  it('law: fitting what was fitted changes nothing', () => {
    fc.assert(
      fc.property(rounds, fc.integer({ min: 300, max: 50_000 }), (calls, room) => {
        const fitted = fitConversation(conversation(calls), room);
        expect(fitConversation(fitted, room)).toBe(fitted);
      }),
    );
  });
});
