import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import type { DiscoveryReport } from '../../protocol/records/models.js';
import { isUnlisted } from './model-catalogue.js';

const ofPlugin = aModel({ id: 'qwen', providerId: 'lmstudio', origin: 'plugin' });
const report = (ids: readonly string[], ok = true): DiscoveryReport => ({
  providerId: 'lmstudio',
  ok,
  models: ids.map((id) => ({ id })),
  error: ok ? null : 'HTTP 404',
  durationMs: 1,
  at: 1,
});

describe('isUnlisted', () => {
  it.each([
    ['is not in the list', true, report(['other'])],
    ['is in the list', false, report(['qwen'])],
    ['is listed with the tag that stands for none', false, report(['qwen:latest'])],
    ['has a server without a list', false, report([], false)],
    ['has a server that was not asked', false, undefined],
  ])('of a plugin’s model that %s: %s', (_, expected, given) => {
    expect(isUnlisted(ofPlugin, given)).toBe(expected);
  });

  it('is a matter of plugins alone', () => {
    expect(isUnlisted({ ...ofPlugin, origin: 'discovered' }, report([]))).toBe(false);
  });
});
