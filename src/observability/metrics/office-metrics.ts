import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Observer } from '../../platform/telemetry/observations.js';
import { OfficeGauges, type GaugeSources } from './office-gauges.js';
import { WorkCounters } from './work-counters.js';

/** Interval of measuring the event loop's delay, ms. */
const loopLookMs = 20;

/** Everything in `/metrics`. The library is loaded with this file, after boot. */
export class OfficeMetrics {
  readonly registry = new Registry();
  readonly observe: Observer;
  private readonly gauges: OfficeGauges;

  constructor(sources: GaugeSources) {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: loopLookMs });
    const counters = new WorkCounters(this.registry);
    this.observe = counters.observe;
    this.gauges = new OfficeGauges(this.registry, sources, counters.labels.pipeline);
  }

  /** In Prometheus's text format. */
  async render(): Promise<string> {
    this.gauges.read();
    return this.registry.metrics();
  }
}
