import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../../platform/config/telemetry-config.js';

/** Decides by the trace id only, so that all replicas agree. */
export function samplerOf({
  sampler,
  sampledShare,
}: Pick<TracesConfig, 'sampler' | 'sampledShare'>): Sampler {
  if (sampler.endsWith('always_off')) return new AlwaysOffSampler();
  if (sampler.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(sampledShare);
  return new AlwaysOnSampler();
}
