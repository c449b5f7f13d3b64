import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../../platform/config/telemetry-config.js';

/** Each decides by the id of the trace alone, so that all replicas decide the same. */
export function samplerOf({
  sampler,
  sampledShare,
}: Pick<TracesConfig, 'sampler' | 'sampledShare'>): Sampler {
  if (sampler.endsWith('always_off')) return new AlwaysOffSampler();
  if (sampler.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(sampledShare);
  return new AlwaysOnSampler();
}
