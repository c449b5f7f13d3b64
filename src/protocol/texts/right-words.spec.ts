import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { rights } from '../rights.js';
import { rightWords } from './right-words.js';

describe('the words of a right', () => {
  const places = ['docs/doors/tokens.md', 'src/protocol/rights.ts'].map((path) =>
    readFileSync(path, 'utf8'),
  );

  it.each(rights)('are those of the document and of the interface: %s', (right) => {
    for (const place of places) expect(place).toContain(`- \`${right}\`: ${rightWords[right]}.`);
  });
});
