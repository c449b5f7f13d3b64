import { describe, expect, it } from '@jest/globals';
import { codeFence } from './code-fence.js';

describe('codeFence', () => {
  it.each([
    ['', '```'],
    ['a `word` of code', '```'],
    ['```ts\nlet a;\n```', '````'],
    ['`````', '``````'],
  ])('of %j is longer than any row of backticks in it', (text, fence) => {
    expect(codeFence(text)).toBe(fence);
  });
});
