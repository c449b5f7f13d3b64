import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { serviceVersion } from '../../platform/process/service-version.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { ConnectedClients } from '../../platform/socket/connected-clients.js';
import { Observations } from '../../platform/telemetry/observations.js';
import { WorkGauges } from '../../runs/queue/work-gauges.js';
import type { OfficeMetrics } from './office-metrics.js';

/**
 * Counts from the start, although the counting library is loaded later, when clients can connect.
 */
@Injectable()
export class MetricsService implements OnModuleInit {
  private readonly loaded = Promise.withResolvers<OfficeMetrics>();

  constructor(
    private readonly observations: Observations,
    private readonly startup: StartupTasks,
    private readonly work: WorkGauges,
    private readonly clients: ConnectedClients,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly logger: OfficeLogger,
  ) {}

  onModuleInit(): void {
    const observer = this.loaded.promise.then((metrics) => metrics.observe);
    const log = this.logger.scope('metrics');
    this.observations
      .observe(observer, log)
      .catch((thrown: unknown) =>
        log.error(`metrics could not be started: ${messageOf(thrown)}`, thrown),
      );
    this.startup.register(async () => this.load().then(this.loaded.resolve, this.loaded.reject));
  }

  /** The figures, and their content type. */
  async scrape(): Promise<{ readonly text: string; readonly contentType: string }> {
    const metrics = await this.loaded.promise;
    return { text: await metrics.render(), contentType: metrics.registry.contentType };
  }

  private async load(): Promise<OfficeMetrics> {
    const library = await import('./office-metrics.js');
    return new library.OfficeMetrics({
      work: () => this.work.current(),
      sockets: () => this.clients.figures,
      commitsWaiting: () => this.transactions.waiting,
      now: () => this.clock.now(),
      version: serviceVersion,
    });
  }
}
