import type { EnvironmentReader } from './environment-reader.js';
import type { TracesConfig } from './telemetry-config.js';

/** Reads OpenTelemetry's own variables; null = no traces, and nothing is loaded. */
export function readTraces(reader: EnvironmentReader): TracesConfig | null {
  const endpoint = reader.read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const traces = {
    headers: reader.read('OTEL_EXPORTER_OTLP_HEADERS'),
    timeoutMs: reader.read('OTEL_EXPORTER_OTLP_TIMEOUT'),
    serviceName: reader.read('OTEL_SERVICE_NAME'),
    resource: reader.read('OTEL_RESOURCE_ATTRIBUTES'),
    sampler: reader.read('OTEL_TRACES_SAMPLER'),
    sampledShare: reader.read('OTEL_TRACES_SAMPLER_ARG'),
    delayMs: reader.read('OTEL_BSP_SCHEDULE_DELAY'),
  };
  return endpoint === null ? null : { url: `${endpoint}/v1/traces`, ...traces };
}
