import { Module } from '@nestjs/common';
import { SettingsModule } from '../../settings/settings.module.js';
import { LeaseHoldersRepository } from './lease-holders.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { LeasesRepository } from './leases.repository.js';
import { SharedTurnSlots } from './shared-turn-slots.js';
import { TurnSlotsRepository } from './turn-slots.repository.js';
import { LocalTurnSlots, TurnSlots } from './turn-slots.js';

/** Owns what this process may do: the leases it holds, and the slots of turns. */
@Module({
  imports: [SettingsModule],
  providers: [
    LeaseHoldersRepository,
    LeaseKeeper,
    LeasesRepository,
    LocalTurnSlots,
    SharedTurnSlots,
    TurnSlotsRepository,
    {
      provide: TurnSlots,
      inject: [LeaseKeeper, LocalTurnSlots, SharedTurnSlots],
      useFactory: ({ inFleet }: LeaseKeeper, local: LocalTurnSlots, shared: SharedTurnSlots) =>
        inFleet ? shared : local,
    },
  ],
  exports: [LeaseKeeper, LeasesRepository, TurnSlots],
})
export class SlotsModule {}
