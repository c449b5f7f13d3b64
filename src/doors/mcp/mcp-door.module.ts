import { Module } from '@nestjs/common';
import { RunsModule } from '../../runs/runs.module.js';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import { RunFollowers } from './follow/run-followers.js';
import { McpDoorController } from './mcp-door.controller.js';
import { McpDoor } from './mcp-door.service.js';
import { RunResources } from './run-resources.js';
import { ApprovalTools } from './tools/approval-tools.js';
import { DoorTools } from './tools/door-tools.js';
import { FollowTool } from './tools/follow-tool.js';
import { ReadingTools } from './tools/reading-tools.js';
import { WorkTools } from './tools/work-tools.js';

/** Owns the office as an MCP server: it translates, and the services decide. */
@Module({
  imports: [RunsModule, WorkspacesModule],
  controllers: [McpDoorController],
  providers: [
    ApprovalTools,
    DoorTools,
    FollowTool,
    McpDoor,
    ReadingTools,
    RunFollowers,
    RunResources,
    WorkTools,
  ],
})
export class McpDoorModule {}
