import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sandboxes } from '#platform/process/sandbox/sandboxes.js';
import { StartupTasks } from '#platform/process/startup-tasks.js';
import { boundsOf } from '#protocol/rules/sandbox-bounds.js';
import { SettingsService } from '#settings/settings.service.js';
import type { ShellPolicy, ShellRules } from '#tools/shell/shell-rules.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import { AllowedSandboxes } from '../approvals/allowed-sandboxes.js';
import type { RunSession } from './journal/run-session.js';

/** Where the commands of runs are run: as the installation, the floor and people say now. */
@Injectable()
export class ShellPolicies implements OnModuleInit {
  constructor(
    private readonly sandboxes: Sandboxes,
    private readonly floors: WorkspacesService,
    private readonly allowed: AllowedSandboxes,
    private readonly settings: SettingsService,
    private readonly tasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    this.sandboxes.hideFloors(async () => {
      const [directories, { workspacesRoot }] = await Promise.all([
        this.floors.directories(),
        this.settings.read(),
      ]);
      return [workspacesRoot, ...directories];
    });
    this.tasks.register(async () => {
      if (this.sandboxes.mode === 'off') return;
      await this.sandboxes.sweep(await this.floors.directories());
    });
  }

  of(session: Pick<RunSession, 'run' | 'scratch'>): ShellPolicy {
    return {
      rules: () => this.rules(session),
      sandbox: async () => {
        const { run, scratch } = session;
        const bounds = boundsOf(await this.floors.find(run.workspaceId));
        const { workspacePath: workspace, workspaceId: owner } = run;
        return this.sandboxes.make({ workspace, owner, scratch, bounds });
      },
      ofEntry: async (entry) => {
        const { run, scratch } = session;
        const { workspacePath: workspace, workspaceId: owner } = run;
        return this.sandboxes.ofEntry(entry, { workspace, owner, scratch });
      },
    };
  }

  private async rules({ run }: Pick<RunSession, 'run'>): Promise<ShellRules> {
    const { mode, obstacle } = this.sandboxes;
    const [floor, isAllowed] = await Promise.all([
      this.floors.find(run.workspaceId),
      mode === 'off' ? false : this.allowed.reach(run),
    ]);
    return { mode, obstacle, insideAllowed: isAllowed || floor?.shell === 'sandbox' };
  }
}
