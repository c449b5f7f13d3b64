import { Module } from '@nestjs/common';
import { NetModule } from '../platform/net/net.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { McpConnections } from './mcp-connections.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { McpSignInController } from './sign-in/mcp-sign-in.controller.js';
import { DatabaseSignInStore, SignInStore } from './sign-in/sign-in-store.js';
import { SignIns } from './sign-in/sign-ins.js';

/**
 * Owns the connections to MCP servers and publishes their tools in a registry that, like the
 * engine, does not know where tools come from.
 */
@Module({
  imports: [NetModule, ToolsModule],
  controllers: [McpController, McpSignInController],
  providers: [
    McpConnections,
    McpService,
    SignIns,
    { provide: SignInStore, useClass: DatabaseSignInStore },
  ],
  exports: [McpService],
})
export class McpModule {}
