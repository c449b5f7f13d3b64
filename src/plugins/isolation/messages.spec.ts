import { describe, expect, it } from '@jest/globals';
import { readMessage } from './messages.js';

describe('readMessage', () => {
  it.each([
    { answer: 1 },
    { answer: 1, error: 'no' },
    { answer: 1, outcome: { ok: true, content: 'c', preview: 'p', affectsPaths: ['a'] } },
    { tell: 'tool', name: 'a_b', description: '', parameters: { type: 'object' } },
    { tell: 'subscribe', eventType: 'log' },
    { tell: 'log', level: 'warn', message: 'm' },
    { tell: 'fault', message: 'm' },
    { answer: 1, interrupted: true },
    { tell: 'cancel', request: 1 },
    { tell: 'interrupted' },
    { request: 'read', id: 1, call: 2, path: 'a' },
    { request: 'write', id: 1, call: 2, path: 'a', content: '' },
    { request: 'fetch', id: 1, url: 'https://a.example', method: 'GET', headers: [['a', 'b']] },
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
    '{"tell":"tool","name":"a.b","description":"","parameters":{}}',
    '{"tell":"tool","name":"a\\nb","description":"","parameters":{}}',
    '{"tell":"tool","name":"a\\u202eb","description":"","parameters":{}}',
    `{"tell":"tool","name":"${'a'.repeat(65)}","description":"","parameters":{}}`,
    '{"tell":"subscribe","eventType":"a b"}',
    '{"request":"delete","id":1,"call":1,"path":"a"}',
    '{"request":"fetch","id":1,"url":"x","method":"G T","headers":[]}',
    '{"request":"fetch","id":1,"url":"x","method":"GET","headers":[["a b","c"]]}',
    '{"request":"fetch","id":1,"url":"x","method":"POST","headers":[],"body":"?"}',
    `{"request":"read","id":1,"call":1,"path":"${'a'.repeat(5000)}"}`,
    `{"answer":1,"outcome":{"ok":true,"content":"","affectsPaths":${JSON.stringify(Array(201).fill('a'))}}}`,
  ])('does not know %s', (line) => {
    expect(readMessage(line)).toBeNull();
  });

  it('drops what a message does not hold', () => {
    expect(readMessage('{"answer":1,"extra":true}')).toEqual({ answer: 1 });
  });

  it('leaves nothing in a line for people that acts on a terminal or turns text around', () => {
    const message = '\u001b[31mred\u001b[0m \u202ekcab\u202c \u009b2Jz\u0007';
    const shown = 'red \\u{202e}kcab\\u{202c} z';
    for (const reported of [
      { tell: 'log', level: 'info', message },
      { tell: 'fault', message },
    ]) {
      expect(readMessage(JSON.stringify(reported))).toEqual({ ...reported, message: shown });
    }
    expect(readMessage(JSON.stringify({ answer: 1, error: message }))).toEqual({
      answer: 1,
      error: shown,
    });
  });
});
