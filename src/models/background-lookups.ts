import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { EventBus } from '../platform/events/event-bus.js';
import { StartupTasks } from '../platform/process/startup-tasks.js';
import { ModelDiscovery } from './catalogue/discovery/model-discovery.js';
import { PooledQuality } from './signals/benchmarks/pooled-quality.js';
import { EndpointHealth } from './signals/health/endpoint-health.js';

/**
 * Refreshes expired lists and benchmarks once the service listens, and adopts results of other
 * replicas.
 */
@Injectable()
export class BackgroundLookups implements OnModuleInit, OnModuleDestroy {
  private readonly subscriptions: Subscription[] = [];

  constructor(
    private readonly discovery: ModelDiscovery,
    private readonly pooled: PooledQuality,
    private readonly health: EndpointHealth,
    private readonly bus: EventBus,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    this.subscriptions.push(
      this.bus.on('internal.models.discovered', 'models', ({ reports }) => {
        void this.discovery.adopt(reports);
      }),
      this.bus.on('internal.models.measured', 'models', ({ records }) => {
        void this.health.adopt(records);
      }),
      this.bus.on('internal.models.benchmarks-wanted', 'models', () => {
        void this.announceIf(this.pooled.refresh().then(() => true));
      }),
    );
    this.startupTasks.register(() => this.announceIf(this.discovery.refreshStale()));
    this.startupTasks.register(() => this.announceIf(this.pooled.refreshStale()));
  }

  onModuleDestroy(): void {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
  }

  private async announceIf(changed: Promise<boolean>): Promise<void> {
    if (await changed) this.bus.publish({ type: 'internal.live-state.changed' });
  }
}
