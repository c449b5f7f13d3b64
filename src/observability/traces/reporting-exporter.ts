import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';

/** Between two lines about the same trouble, ms. */
const quietMs = 10 * 60_000;

/**
 * Says once in a while that the collector takes nothing, and never why in its own words: they may quote
 * the address and what was sent.
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
