import { ApiProperty } from '@nestjs/swagger';
import type { SkillSummary } from '../../protocol/records/skills.js';

/** SkillSummary as the API describes it. */
export class SkillSummaryDto implements SkillSummary {
  @ApiProperty()
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty()
  readonly description!: string;

  @ApiProperty({ type: [String] })
  readonly tags!: readonly string[];
}
