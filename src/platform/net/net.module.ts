import { Module } from '@nestjs/common';
import { GuardedFetch } from './guarded-fetch.js';

/** Reaching the network for others within bounds. Model providers are the operator's: not here. */
@Module({
  providers: [{ provide: GuardedFetch, useFactory: () => new GuardedFetch() }],
  exports: [GuardedFetch],
})
export class NetModule {}
