import { describe, expect, it } from '@jest/globals';
import { shortenedWait } from '../../console/src/runs/shortened-wait.js';
import { waitTexts } from '../../src/protocol/texts/models.js';

describe('the wait for a provider', () => {
  it.each([waitTexts.rateLimit, waitTexts.trouble])('is shorter with every second', (told) => {
    const wait = told('gpt-4 (8 s)', 12);
    expect(waitTexts.isWait(wait)).toBe(true);
    expect(shortenedWait(wait, 0)).toBe(wait);
    expect(shortenedWait(wait, 5)).toBe(told('gpt-4 (8 s)', 7));
    expect(shortenedWait(wait, 60)).toBe(told('gpt-4 (8 s)', 0));
  });
});
