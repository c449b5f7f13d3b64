import { Module } from '@nestjs/common';
import { OfficeConfig } from '../config/office-config.js';
import { GuardedFetch } from './guarded-fetch.js';
import { systemResolver } from './host-addresses.js';
import { OutgoingAccess } from './outgoing-access.js';
import { OutgoingProxies } from './outgoing-proxies.js';

/**
 * Owns network access: guarded fetches, the guard of addresses that users choose, and the proxies
 * of the environment for all requests. Model providers are chosen by the operator and not guarded.
 */
@Module({
  providers: [
    OutgoingAccess,
    OutgoingProxies,
    {
      provide: GuardedFetch,
      useFactory: ({ proxies }: OfficeConfig) => new GuardedFetch(systemResolver, proxies),
      inject: [OfficeConfig],
    },
  ],
  exports: [GuardedFetch, OutgoingAccess],
})
export class NetModule {}
