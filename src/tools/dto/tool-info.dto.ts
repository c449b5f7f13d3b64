import { ApiProperty } from '@nestjs/swagger';
import type { ToolInfo } from '../../protocol/records/skills.js';

/** ToolInfo as the API describes it. */
export class ToolInfoDto implements ToolInfo {
  @ApiProperty({ description: 'Tools of plugins and remote servers carry a namespace.' })
  readonly name!: string;

  @ApiProperty()
  readonly description!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null for a built-in tool.' })
  readonly pluginId!: string | null;
}
