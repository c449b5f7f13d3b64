import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Observer } from '../../platform/telemetry/observations.js';
import { LevelGauges, type Levels } from './level-gauges.js';
import { WorkCounters } from './work-counters.js';

/** Interval of measuring the event loop's delay, ms. */
const loopLookMs = 20;

/** Everything in `/metrics`. The library is loaded with this file, after boot. */
export class OfficeMetrics {
  readonly registry = new Registry();
  readonly observe: Observer;
  private readonly gauges: LevelGauges;

  constructor(levels: Levels) {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: loopLookMs });
    const counters = new WorkCounters(this.registry);
    this.observe = counters.observe;
    this.gauges = new LevelGauges(this.registry, levels, counters.labels.pipeline);
  }

  /** In Prometheus's text format. */
  async render(): Promise<string> {
    this.gauges.read();
    return this.registry.metrics();
  }
}
