import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ToolInfo } from '../protocol/records/skills.js';
import { ToolInfoDto } from './dto/tool-info.dto.js';
import { ToolRegistry } from './tool-registry.js';

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
