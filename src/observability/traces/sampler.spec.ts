import { describe, expect, it } from '@jest/globals';
import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import type { TraceSampler } from '../../platform/config/telemetry-config.js';
import { traceIdOf } from '../../platform/telemetry/trace-ids.js';
import { samplerOf } from './sampler.js';

const traceIds = Array.from({ length: 1000 }, (_, index) => traceIdOf(`run_${index}`));

function sampledBy(sampler: TraceSampler, sampledShare: number): readonly string[] {
  const deciding = samplerOf({ sampler, sampledShare });
  return traceIds.filter((traceId) => {
    const asked = deciding.shouldSample(ROOT_CONTEXT, traceId, 'run', SpanKind.INTERNAL, {}, []);
    return asked.decision === SamplingDecision.RECORD_AND_SAMPLED;
  });
}

describe('which runs are traced', () => {
  it.each([
    ['always_on', 1000],
    ['parentbased_always_on', 1000],
    ['always_off', 0],
    ['parentbased_always_off', 0],
  ] as const)('with %s: %i of 1000', (sampler, count) => {
    expect(sampledBy(sampler, 0.5)).toHaveLength(count);
  });

  it('with a ratio: about that share, by whichever process they are asked', () => {
    const sampled = sampledBy('parentbased_traceidratio', 0.2);
    expect(sampled.length).toBeGreaterThan(100);
    expect(sampled.length).toBeLessThan(300);
    expect(sampledBy('traceidratio', 0.2)).toEqual(sampled);
  });
});
