import { Module } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import { OfficeLogger } from '../platform/logging/office-logger.js';
import { BootReport } from '../platform/process/boot-report.js';
import { loadSkills } from './load-skills.js';
import { SkillsController } from './skills.controller.js';
import { SkillsService } from './skills.service.js';

/**
 * Owns skill documents: reading them at boot, listing them, choosing them for turns. Floors and
 * roles decide which are enabled.
 */
@Module({
  controllers: [SkillsController],
  providers: [
    {
      provide: SkillsService,
      inject: [OfficeConfig, OfficeLogger],
      useFactory: async (config: OfficeConfig, logger: OfficeLogger) =>
        new SkillsService(await loadSkills(config.skillsDir, logger.scope('skills'))),
    },
  ],
  exports: [SkillsService],
})
export class SkillsModule implements OnModuleInit {
  constructor(
    private readonly skills: SkillsService,
    private readonly report: BootReport,
  ) {}

  onModuleInit(): void {
    this.report.add('skills', () => String(this.skills.all().length));
  }
}
