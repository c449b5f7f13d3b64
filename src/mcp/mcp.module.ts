import { Module } from '@nestjs/common';
import { ToolsModule } from '../tools/tools.module.js';
import { McpConnections } from './mcp-connections.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';

/**
 * Owns the connections to MCP servers and publishes their tools. It does not own the registry it
 * publishes them into, nor the engine that calls them: neither knows where a tool came from.
 */
@Module({
  imports: [ToolsModule],
  controllers: [McpController],
  providers: [McpConnections, McpService],
  exports: [McpService],
})
export class McpModule {}
