import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { askedTool } from './simulated-answer.js';
import { simulatedTurnOf } from './simulated-turn.js';

const asked = (ask: string, ...tools: readonly string[]) => {
  const offered = tools.map((name) => ({ name, description: '', parameters: {} }));
  return askedTool(simulatedTurnOf([{ role: 'user', content: ask }], offered, 1));
};

describe('askedTool', () => {
  it.each([
    ['Please use count_words {"path": "a.txt"} on it.', '{"path": "a.txt"}'],
    ['count_words{}', '{}'],
    ['count_words {"text": "a } in {} a text"}, then stop', '{"text": "a } in {} a text"}'],
    [
      'with other {"a": 1} and\ncount_words\n{"nested": {"deep": [{}]}}',
      '{"nested": {"deep": [{}]}}',
    ],
  ])('finds it in %j', (ask, argumentsJson) => {
    expect(asked(ask, 'think', 'count_words')).toEqual({
      id: 'call_mock_asked_1',
      name: 'count_words',
      argumentsJson,
    });
  });

  it.each([
    ['a tool without arguments', 'Use count_words.'],
    ['arguments that are none', 'count_words {path: a}'],
    ['arguments without an end', 'count_words {"path": "a"'],
    ['a tool that is not offered', 'write_file {"path": "a"}'],
    ['part of a name', 'my_count_words {"path": "a"}'],
  ])('takes no notice of %s', (_what, ask) => {
    expect(asked(ask, 'count_words')).toBeNull();
  });

  it('gives up soon on a prompt that is nothing but beginnings', () => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(asked(`${'count_words {'.repeat(3000)}${'}'.repeat(60)}`, 'count_words')).toBeNull();
    expect(parse.mock.calls.length).toBeLessThanOrEqual(50);
    parse.mockRestore();
  });

  it('passes on whatever object stands there', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }), (args) => {
        const request = asked(`Use count_words ${JSON.stringify(args)}`, 'count_words');
        expect(JSON.parse(request?.argumentsJson ?? 'null')).toEqual(args);
      }),
    );
  });
});
