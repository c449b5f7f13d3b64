import { describe, expect, it } from '@jest/globals';
import { isPlaceholder, requestAnsweredBy, placeholder } from './placeholder.js';

function ends(line: string) {
  return { bytes: line.length, head: line.slice(0, 256), tail: line.slice(-256) };
}

const huge = `{"content":[{"type":"text","text":"${'x'.repeat(1000)}"}]}`;

describe('requestAnsweredBy', () => {
  it.each([
    [`{"jsonrpc":"2.0","id":7,"result":${huge}}`, 7],
    [`{"id":7,"result":${huge},"jsonrpc":"2.0"}`, 7],
    [`{"result":${huge},"jsonrpc":"2.0","id":12}`, 12],
    [`{"jsonrpc": "2.0", "id": 7, "error": {"data":${huge}}}`, 7],
  ])('finds the id of an answer', (line, id) => {
    expect(requestAnsweredBy(ends(line))).toBe(id);
  });

  it.each([
    [`{"jsonrpc":"2.0","id":7,"method":"x","params":${huge}}`],
    [`{"jsonrpc":"2.0","method":"x","params":${huge}}`],
    ['x'.repeat(2000)],
    [`{"id":"seven","result":${huge}}`],
  ])('finds none in what is no answer to a request of ours', (line) => {
    expect(requestAnsweredBy(ends(line))).toBeNull();
  });
});

it('a stand-in is known as one', () => {
  expect(isPlaceholder(placeholder(1, 'lost').error.data)).toBe(true);
  expect(isPlaceholder({ mark: 'else' })).toBe(false);
});
