import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readMessage } from './read-message.js';

describe('readMessage', () => {
  it.each([
    { answer: 1 },
    { answer: 1, error: 'no' },
    { answer: 1, outcome: { ok: true, content: 'c', preview: 'p', affectsPaths: ['a'] } },
    { tell: 'tool', name: 'a_b', description: '', parameters: { type: 'object' } },
    { tell: 'subscribe', eventType: 'log' },
    { tell: 'log', level: 'warn', message: 'm' },
    { tell: 'fault', message: 'm' },
    { want: 'read', id: 1, call: 2, path: 'a' },
    { want: 'write', id: 1, call: 2, path: 'a', content: '' },
  ])('knows %j', (message) => {
    expect(readMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    '{"answer":-1}',
    '{"answer":1.5}',
    '{"answer":"1"}',
    '{"answer":1,"outcome":{"ok":1,"content":""}}',
    '{"tell":"tool","name":"","description":"","parameters":{}}',
    '{"tell":"tool","name":"a","description":"","parameters":[]}',
    '{"tell":"log","level":"loud","message":""}',
    '{"want":"delete","id":1,"call":1,"path":"a"}',
    `{"want":"read","id":1,"call":1,"path":"${'a'.repeat(5000)}"}`,
    `{"answer":1,"outcome":{"ok":true,"content":"","affectsPaths":${JSON.stringify(Array(201).fill('a'))}}}`,
  ])('does not know %s', (line) => {
    expect(readMessage(line)).toBeNull();
  });

  it('drops what a message does not hold', () => {
    expect(readMessage('{"answer":1,"extra":true}')).toEqual({ answer: 1 });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        readMessage(line);
      }),
    );
  });
});
