import { describe, expect, it } from '@jest/globals';
import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../../platform/config/telemetry-config.js';
import { traceIdOf } from '../../platform/telemetry/trace-ids.js';
import { reportingExporter, samplerOf } from './span-sender.js';

type TraceSampler = TracesConfig['sampler'];

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

it('says once in ten minutes that spans were not taken, and never in the words of the receiver', () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  let now = 0;
  const failing = {
    export: (_spans: unknown, done: (result: { code: number; error: Error }) => void) =>
      done({ code: 1, error: new Error('http://user:word@collector refused sk-secret') }),
    shutdown: async () => {},
  };
  const exporter = reportingExporter(
    failing,
    { debug: say, info: say, warn: say, error: say },
    () => now,
  );
  const answers: unknown[] = [];
  const saidAfter = [0, 1000, 599_999, 600_000, 700_000].map((at) => {
    now = at;
    exporter.export([], (result) => void answers.push(result.code));
    return lines.length;
  });
  expect(saidAfter).toEqual([1, 1, 1, 2, 2]);
  expect(lines.join()).not.toMatch(/sk-secret|collector/);
  expect(answers).toEqual([1, 1, 1, 1, 1]);
});
