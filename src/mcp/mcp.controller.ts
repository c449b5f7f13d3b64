import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/openapi/operation.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import type { McpRefreshed } from '../protocol/records/mcp.js';
import { McpService } from './mcp.service.js';

@ApiTags('mcp')
@Controller('api/mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @WidensRights(true)
  @Post('refresh')
  @Operation({
    summary: 'Read the MCP configuration again and reconnect what changed or failed',
    answers: 'McpRefreshed',
  })
  refresh(): Promise<McpRefreshed> {
    return this.mcp.refresh();
  }
}
