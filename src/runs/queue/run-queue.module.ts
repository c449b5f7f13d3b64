import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import { LocalRunQueue, RunQueue } from './run-queue.js';

/** Owns the queue of runs: in Redis for a fleet, else inside the process. */
@Global()
@Module({})
export class RunQueueModule {
  static async of({ redisUrl }: OfficeConfig['fleet']): Promise<DynamicModule> {
    if (redisUrl === null) return alone;
    const { RunJobsModule } = await import('./run-jobs.module.js');
    return { module: RunQueueModule, imports: [RunJobsModule], exports: [RunJobsModule] };
  }
}

const alone: DynamicModule = {
  module: RunQueueModule,
  providers: [{ provide: RunQueue, useClass: LocalRunQueue }],
  exports: [RunQueue],
};
