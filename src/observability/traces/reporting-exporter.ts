import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';

/** Least time between two lines about the same problem, ms. */
const quietMs = 10 * 60_000;

/**
 * Logs from time to time that the collector fails, without its words, which may quote the address
 * and the data.
 */
export function reportingExporter(
  exporter: SpanExporter,
  log: ScopedLogger,
  now: () => number = () => performance.now(),
): SpanExporter {
  let saidAt = -Infinity;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && now() - saidAt >= quietMs) {
          saidAt = now();
          log.warn('spans were not taken by the OTLP receiver and are dropped');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
