import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '#platform/clock.js';
import type { ModelSpec } from '#protocol/records/models.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { CapabilityFindings } from './capability-findings.js';

const dayMs = 24 * 60 * 60_000;
const model = {
  providerId: 'local',
  id: 'gemma',
  capabilities: { tools: true, vision: false, reasoning: false },
  assumed: ['tools'],
} as unknown as ModelSpec;

const found = (modelId: string, at: number) =>
  ({ providerId: 'local', modelId, lacks: 'tools', said: 'no tools', at }) as const;

describe('CapabilityFindings', () => {
  let findings: CapabilityFindings;
  let revision: CatalogueRevision;

  beforeEach(() => {
    jest.useFakeTimers();
    revision = new CatalogueRevision();
    findings = new CapabilityFindings(revision, new SystemClock());
  });
  afterEach(() => {
    findings.onModuleDestroy();
    jest.useRealTimers();
  });

  it('counts a finding for a week, while the process goes on', () => {
    findings.apply([found('gemma', Date.now()), found('other', Date.now() - 3 * dayMs)]);
    expect(findings.on(model).capabilities.tools).toBe(false);
    jest.advanceTimersByTime(6 * dayMs);
    expect(findings.on(model).capabilities.tools).toBe(false);
    const before = revision.current;
    jest.advanceTimersByTime(dayMs);
    expect(findings.on(model)).toBe(model);
    expect(revision.current).not.toBe(before);
    expect(jest.getTimerCount()).toBe(0);
  });
});
