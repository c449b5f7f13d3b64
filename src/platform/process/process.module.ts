import { Module } from '@nestjs/common';
import { ChildEnvironments } from './child-environments.js';
import { LeftProcesses } from './left-processes.js';
import { Sandboxes } from './sandbox/sandboxes.js';
import { TimeSlices } from './time-slices.js';

/**
 * Owns starting and ending child processes: what they inherit, how a whole tree ends, how one is
 * run to its end, and what outlived a killed process of the service. It does not decide whether they
 * may run. Also shares the event loop's time among clients.
 */
@Module({
  providers: [ChildEnvironments, LeftProcesses, Sandboxes, TimeSlices],
  exports: [ChildEnvironments, LeftProcesses, Sandboxes, TimeSlices],
})
export class ProcessModule {}
