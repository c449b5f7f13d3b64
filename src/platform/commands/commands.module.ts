import { Global, Module } from '@nestjs/common';
import { FleetModule } from '../fleet/fleet.module.js';
import { AnswerRetention, CommandAnswersRepository } from './command-answers.repository.js';
import { Once } from './once.js';

/** Owns idempotency: a client's command takes effect once, however often it is sent. */
@Global()
@Module({
  imports: [FleetModule],
  providers: [AnswerRetention, CommandAnswersRepository, Once],
  exports: [Once],
})
export class CommandsModule {}
