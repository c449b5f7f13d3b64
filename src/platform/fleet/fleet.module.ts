import { Global, Module } from '@nestjs/common';
import { LeftProcesses } from '../process/left-processes.js';
import { ProcessModule } from '../process/process.module.js';
import { FleetLocks } from './fleet-locks.js';
import { PathLocks } from './path-locks.js';
import { ReceivedEvents } from './received-events.js';
import { OfficeId } from './office-id.js';
import { RedisConnections } from './redis-connections.js';
import { Replica } from './replica.js';
import { ReplicaEvents } from './replica-events.js';

/** Owns what replicas of one office share besides the database, and what a killed one left running. */
@Global()
@Module({
  imports: [ProcessModule],
  providers: [
    LeftProcesses,
    FleetLocks,
    ReceivedEvents,
    PathLocks,
    RedisConnections,
    OfficeId,
    Replica,
    ReplicaEvents,
  ],
  exports: [
    FleetLocks,
    LeftProcesses,
    ReceivedEvents,
    PathLocks,
    RedisConnections,
    OfficeId,
    Replica,
  ],
})
export class FleetModule {}
