import { expect, it } from '@jest/globals';
import { RefusalLog } from './refusal-log.js';

it('tells each refusal once, and of an attacker who makes up ever new ones only the first', () => {
  const lines: string[] = [];
  const log = new RefusalLog((line) => void lines.push(line));
  for (const line of ['a', 'b', 'a', 'b']) log.log(line);
  expect(lines).toEqual(['a', 'b']);
  for (let n = 0; n < 1000; n++) log.log(`from ${n}`);
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toBe('Further kinds of refused requests are not logged.');
});
