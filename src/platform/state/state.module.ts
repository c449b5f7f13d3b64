import { Global, Module } from '@nestjs/common';
import { Audience } from '../socket/audience.js';
import { OfficeChanges } from './office-changes.js';
import { StateParts } from './state-parts.js';

/**
 * Owns the ways in which modules that must not know each other meet over the state of the whole
 * office: their parts of it, the word that something changed, and whether anybody is watching.
 */
@Global()
@Module({
  providers: [Audience, OfficeChanges, StateParts],
  exports: [Audience, OfficeChanges, StateParts],
})
export class StateModule {}
