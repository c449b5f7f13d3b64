import { Global, Module } from '@nestjs/common';
import { OfficeId } from './office-id.js';
import { RedisConnections } from './redis-connections.js';
import { Replica } from './replica.js';
import { ReplicaEvents } from './replica-events.js';

/** Owns what replicas of one office share besides the database. */
@Global()
@Module({
  providers: [RedisConnections, OfficeId, Replica, ReplicaEvents],
  exports: [RedisConnections, OfficeId, Replica],
})
export class FleetModule {}
