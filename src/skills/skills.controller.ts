import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { SkillSummary } from '../protocol/records/skills.js';
import { SkillsService } from './skills.service.js';

/** SkillSummary as the API describes it. */
class SkillSummaryDto implements SkillSummary {
  @ApiProperty()
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty()
  readonly description!: string;

  @ApiProperty({ type: [String] })
  readonly tags!: readonly string[];
}

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
