import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { ToolInfo } from '../protocol/records/skills.js';
import { ToolRegistry } from './tool-registry.js';

/** ToolInfo as the API describes it. */
class ToolInfoDto implements ToolInfo {
  @ApiProperty({ description: 'Tools of plugins and remote servers carry a namespace.' })
  readonly name!: string;

  @ApiProperty()
  readonly description!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null for a built-in tool.' })
  readonly pluginId!: string | null;
}

@ApiTags('tools')
@Controller('api/tools')
export class ToolsController {
  constructor(private readonly tools: ToolRegistry) {}

  @Get()
  @ApiOperation({ summary: 'Every tool that can be granted' })
  @ApiOkResponse({ type: ToolInfoDto, isArray: true })
  list(): readonly ToolInfo[] {
    return this.tools.infos();
  }
}
