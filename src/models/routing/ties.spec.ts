import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { route } from '#test/support/models/route.js';

describe('two models of the same score', () => {
  it.each([
    ['the later date', aModel({ id: 'a', released: 1 }), aModel({ id: 'b', released: 2 })],
    ['the greater version', aModel({ id: 'gpt-5.9' }), aModel({ id: 'gpt-5.10' })],
    ['the later dated version', aModel({ id: 'm-2025-01-02' }), aModel({ id: 'm-2026-01-01' })],
    ['the earlier id where neither is newer', aModel({ id: 'b' }), aModel({ id: 'a' })],
    ['the cheaper, were it older', aModel({ id: 'm-2', costPerMTokIn: 2 }), aModel({ id: 'm-1' })],
  ])('gives a tie to %s', (_, other, winner) => {
    for (const models of [
      [other, winner],
      [winner, other],
    ]) {
      expect(route(models).modelId).toBe(winner.id);
    }
  });
});
