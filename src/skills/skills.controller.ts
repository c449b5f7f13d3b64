import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { SkillSummary } from '../protocol/records/skills.js';
import { SkillSummaryDto } from './dto/skill-summary.dto.js';
import { SkillsService } from './skills.service.js';

@ApiTags('skills')
@Controller('api/skills')
export class SkillsController {
  constructor(private readonly skills: SkillsService) {}

  @Get()
  @ApiOperation({ summary: 'Every skill of the installation, without its body' })
  @ApiOkResponse({ type: SkillSummaryDto, isArray: true })
  list(): readonly SkillSummary[] {
    return this.skills.summaries();
  }
}
