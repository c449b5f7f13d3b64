import { Module } from '@nestjs/common';
import { SettingsModule } from '../../settings/settings.module.js';
import { LeaseHoldersRepository } from './lease-holders.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { LeasesRepository } from './leases.repository.js';
import { SharedTurnSlots } from './shared-turn-slots.js';
import { TurnSlotsRepository } from './turn-slots.repository.js';
import { LocalTurnSlots, TurnSlots } from './turn-slots.js';

/** Owns the leases that this process holds, and the slots of its turns. */
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
