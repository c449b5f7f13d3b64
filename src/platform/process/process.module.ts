import { Module } from '@nestjs/common';
import { ChildEnvironments } from './child-environments.js';
import { Sandboxes } from './sandbox/sandboxes.js';
import { TimeSlices } from './time-slices.js';

/**
 * Owns starting and ending child processes: what they inherit, how a whole tree ends, how one is
 * run to its end. It does not decide whether they may run. Also shares the event loop's time among
 * clients.
 */
@Module({
  providers: [ChildEnvironments, Sandboxes, TimeSlices],
  exports: [ChildEnvironments, Sandboxes, TimeSlices],
})
export class ProcessModule {}
