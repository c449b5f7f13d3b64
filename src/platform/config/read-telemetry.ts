import type { EnvironmentReader } from './environment-reader.js';
import { headerPairs } from './header-pairs.js';
import { traceSamplers, type TracesConfig } from './telemetry-config.js';

/** Where traces go, by the variables that OpenTelemetry names; null = nowhere, nothing is loaded. */
export function readTraces(reader: EnvironmentReader): TracesConfig | null {
  const endpoint = reader.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', 'http', 'https');
  const traces = {
    headers: headerPairs(reader.text('OTEL_EXPORTER_OTLP_HEADERS', '')),
    timeoutMs: reader.integer('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, { min: 100, max: 60_000 }),
    serviceName: reader.text('OTEL_SERVICE_NAME', 'office'),
    resource: headerPairs(reader.text('OTEL_RESOURCE_ATTRIBUTES', '')),
    sampler: reader.oneOf('OTEL_TRACES_SAMPLER', traceSamplers, 'parentbased_always_on'),
    sampledShare: reader.number('OTEL_TRACES_SAMPLER_ARG', 1, { min: 0, max: 1 }),
    delayMs: reader.integer('OTEL_BSP_SCHEDULE_DELAY', 5000, { min: 10, max: 60_000 }),
  };
  return endpoint === null ? null : { url: `${endpoint}/v1/traces`, ...traces };
}
