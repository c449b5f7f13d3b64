import { Module } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { GuardedFetch } from '../platform/net/guarded-fetch.js';
import { NetModule } from '../platform/net/net.module.js';
import { BootReport } from '../platform/process/boot-report.js';
import { ChildEnvironments } from '../platform/process/child-environments.js';
import { ProcessModule } from '../platform/process/process.module.js';
import { builtInTools } from './built-in-tools.js';
import { BackgroundCommands } from './shell/background-commands.js';
import { ToolGrants } from './tool-grants.js';
import { ToolRegistry } from './tool-registry.js';
import { ToolsController } from './tools.controller.js';

/**
 * Owns what employees can do: the registry, the built-in tools, and the presentation of results.
 * The engine decides who may use a tool and when it runs.
 */
@Module({
  imports: [NetModule, ProcessModule],
  controllers: [ToolsController],
  providers: [BackgroundCommands, ToolRegistry, ToolGrants],
  exports: [BackgroundCommands, ToolRegistry, ToolGrants],
})
export class ToolsModule implements OnModuleInit {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly environments: ChildEnvironments,
    private readonly fetcher: GuardedFetch,
    private readonly report: BootReport,
    private readonly background: BackgroundCommands,
    private readonly grants: ToolGrants,
  ) {}

  onModuleInit(): void {
    for (const tool of builtInTools(this.environments, this.fetcher, this.background)) {
      this.registry.register(tool);
    }
    // Roles that may start commands may also inspect and end them.
    this.grants.addOverlay(({ allowedTools }) =>
      allowedTools.includes('run_shell') ? ['shell_output', 'shell_stop'] : [],
    );
    this.report.add('tools', () => String(this.registry.list().length));
  }
}
