import type { AgentOptions } from 'node:http';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { addressWithLogin, type ProxiesConfig } from '../../platform/config/proxy-address.js';
import type { TracesConfig } from '../../platform/config/telemetry-config.js';
import type { ScopedLogger } from '../../platform/logging/office-logger.js';
import { proxyFor } from '../../platform/net/proxy-for.js';
import { serviceVersion } from '../../platform/process/service-version.js';
import type { EndedSpan } from './span.js';

/** Spans waiting for the collector; later ones are dropped. */
const mostWaiting = 2048;
const mostInOneRequest = 512;

/** Provides the ids of the next span, or random ones. */
class GivenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  next: Pick<EndedSpan, 'traceId' | 'spanId'> = { traceId: null, spanId: null };

  generateTraceId(): string {
    return this.next.traceId ?? this.random.generateTraceId();
  }

  generateSpanId(): string {
    return this.next.spanId ?? this.random.generateSpanId();
  }
}

/**
 * Sends ended spans to an OTLP receiver, in batches in the background. Spans that a slow receiver
 * does not take are dropped. The libraries are loaded with this file.
 */
export class SpanSender {
  private readonly ids = new GivenIds();
  private readonly provider: TracerProvider;

  constructor(config: TracesConfig, log: ScopedLogger, proxies: ProxiesConfig) {
    const exporter: SpanExporter = new OTLPTraceExporter({
      url: config.url,
      headers: { ...config.headers },
      timeoutMillis: config.timeoutMs,
      concurrencyLimit: 1,
      httpAgentOptions: { keepAlive: true, ...proxyEnvironment(config.url, proxies) },
    });
    const processor = new BatchSpanProcessor({
      exporter: reportingExporter(exporter, log),
      maxQueueSize: mostWaiting,
      maxExportBatchSize: mostInOneRequest,
      scheduledDelayMillis: config.delayMs,
      exportTimeoutMillis: config.timeoutMs,
    });
    this.provider = new TracerProvider({
      sampler: samplerOf(config),
      resource: resourceOf(config),
      idGenerator: this.ids,
      spanProcessors: [processor],
    });
  }

  send(span: EndedSpan): void {
    const { traceId, spanId, parentId } = span;
    this.ids.next = { traceId, spanId };
    const isBelow = traceId !== null && parentId !== null;
    const context = isBelow
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId: parentId,
          traceFlags: TraceFlags.SAMPLED,
        })
      : ROOT_CONTEXT;
    const begun = this.provider.getTracer('office', serviceVersion).startSpan(
      span.name,
      {
        kind: span.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
        startTime: span.startedAt,
        attributes: span.attributes,
      },
      context,
    );
    if (span.failed) begun.setStatus({ code: SpanStatusCode.ERROR });
    begun.end(Math.max(span.startedAt, span.endedAt));
  }

  /** Sends the waiting spans and stops. */
  close(): Promise<void> {
    return this.provider.shutdown();
  }
}

/** The exporter does not use `fetch`: Node's agent reads the proxy from variables. */
function proxyEnvironment(url: string, proxies: ProxiesConfig): AgentOptions {
  const proxy = proxyFor(new URL(url), proxies);
  if (proxy === null) return {};
  const address = addressWithLogin(proxy);
  return { proxyEnv: { http_proxy: address, https_proxy: address } };
}

function resourceOf({ resource, serviceName }: TracesConfig) {
  const own = { 'service.name': serviceName, 'service.version': serviceVersion };
  return defaultResource().merge(resourceFromAttributes({ ...resource, ...own }));
}

/** Decides by the trace id only, so that all replicas agree. */
export function samplerOf({
  sampler,
  sampledShare,
}: Pick<TracesConfig, 'sampler' | 'sampledShare'>): Sampler {
  if (sampler.endsWith('always_off')) return new AlwaysOffSampler();
  if (sampler.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(sampledShare);
  return new AlwaysOnSampler();
}

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
