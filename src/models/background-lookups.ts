import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { EventBus } from '../platform/events/event-bus.js';
import type { InternalEventOf } from '../platform/events/internal-events.js';
import { OnOfficeEvent } from '../platform/events/office-listener.js';
import { StartupTasks } from '../platform/process/startup-tasks.js';
import { ModelDiscovery } from './catalogue/discovery/model-discovery.js';
import { PooledQuality } from './signals/benchmarks/pooled-quality.js';
import { EndpointHealth } from './signals/health/endpoint-health.js';

/**
 * Refreshes expired lists and benchmarks once the service listens, and adopts results of other
 * replicas.
 */
@Injectable()
export class BackgroundLookups implements OnModuleInit {
  constructor(
    private readonly discovery: ModelDiscovery,
    private readonly pooled: PooledQuality,
    private readonly health: EndpointHealth,
    private readonly bus: EventBus,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    this.startupTasks.register(() => this.announceIf(this.discovery.refreshStale()));
    this.startupTasks.register(() => this.announceIf(this.pooled.refreshStale()));
  }

  @OnOfficeEvent('internal.models.discovered')
  adoptReports({ reports }: InternalEventOf<'internal.models.discovered'>): Promise<void> {
    return this.discovery.adopt(reports);
  }

  @OnOfficeEvent('internal.models.measured')
  adoptRecords({ records }: InternalEventOf<'internal.models.measured'>): Promise<void> {
    return this.health.adopt(records);
  }

  @OnOfficeEvent('internal.models.benchmarks-wanted')
  refreshBenchmarks(): Promise<void> {
    return this.announceIf(this.pooled.refresh().then(() => true));
  }

  private async announceIf(changed: Promise<boolean>): Promise<void> {
    if (await changed) this.bus.publish({ type: 'internal.live-state.changed' });
  }
}
