import { Global, Module } from '@nestjs/common';
import { FleetModule } from '../fleet/fleet.module.js';
import { AnswerRetention, CommandAnswersRepository } from './command-answers.repository.js';
import { Once } from './once.js';

/** Owns what makes a command of a client, however often it is sent, happen once. */
@Global()
@Module({
  imports: [FleetModule],
  providers: [AnswerRetention, CommandAnswersRepository, Once],
  exports: [Once],
})
export class CommandsModule {}
