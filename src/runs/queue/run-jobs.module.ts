import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import type { QueueOptions } from 'bullmq';
import { OfficeId } from '../../platform/fleet/office-id.js';
import { RedisConnections } from '../../platform/fleet/redis-connections.js';
import { RunJobs, RunProcessor, runQueueName } from './run-jobs.js';
import { RunQueue } from './run-queue.js';

/** The queue of a fleet. Loaded only by processes of one. */
@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [RedisConnections, OfficeId],
      useFactory: async (redis: RedisConnections, office: OfficeId): Promise<QueueOptions> => ({
        // BullMQ waits for the server on a connection that queues commands; on one that fails at
        // once it would loop.
        connection: await redis.connect('jobs', {
          maxRetriesPerRequest: null,
          enableOfflineQueue: true,
        }),
        prefix: `office:${await office.read()}`,
        skipWaitingForReady: true,
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      }),
    }),
    BullModule.registerQueue({ name: runQueueName }),
  ],
  providers: [RunJobs, RunProcessor, { provide: RunQueue, useExisting: RunJobs }],
  exports: [RunQueue],
})
export class RunJobsModule {}
