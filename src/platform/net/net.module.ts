import { Module } from '@nestjs/common';
import { OfficeConfig } from '../config/office-config.js';
import { GuardedFetch } from './guarded-fetch.js';
import { systemResolver } from './host-addresses.js';
import { OutgoingProxies } from './outgoing-proxies.js';

/**
 * Reaching the network: for others within bounds, and for everyone by the proxies of the environment.
 * Model providers are the operator's and ask without bounds.
 */
@Module({
  providers: [
    OutgoingProxies,
    {
      provide: GuardedFetch,
      useFactory: ({ proxies }: OfficeConfig) => new GuardedFetch(systemResolver, proxies),
      inject: [OfficeConfig],
    },
  ],
  exports: [GuardedFetch],
})
export class NetModule {}
