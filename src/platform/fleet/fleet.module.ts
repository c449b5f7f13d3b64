import { Global, Module } from '@nestjs/common';
import { RedisConnections } from './redis-connections.js';

/** Owns what replicas of one office share besides the database. */
@Global()
@Module({ providers: [RedisConnections], exports: [RedisConnections] })
export class FleetModule {}
