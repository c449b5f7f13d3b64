import { Module } from '@nestjs/common';
import { ChildEnvironments } from './child-environments.js';
import { TimeSlices } from './time-slices.js';

/**
 * Starting and ending processes of others: what they inherit, how a whole tree of them ends, how
 * one is run to its end. It decides nothing about whether they may run. And how the work of clients
 * shares this process's event loop.
 */
@Module({
  providers: [ChildEnvironments, TimeSlices],
  exports: [ChildEnvironments, TimeSlices],
})
export class ProcessModule {}
