import { Global, Module } from '@nestjs/common';
import { ConnectedClients } from '../socket/connected-clients.js';

/** Owns the count of connected clients. */
@Global()
@Module({
  providers: [ConnectedClients],
  exports: [ConnectedClients],
})
export class StateModule {}
