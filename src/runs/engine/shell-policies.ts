import { Injectable } from '@nestjs/common';
import { Sandboxes } from '#platform/process/sandbox/sandboxes.js';
import { boundsOf } from '#protocol/rules/sandbox-bounds.js';
import { SettingsService } from '#settings/settings.service.js';
import type { ShellPolicy, ShellRules } from '#tools/shell/shell-rules.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import { AllowedSandboxes } from '../approvals/allowed-sandboxes.js';
import type { RunSession } from './journal/run-session.js';

/** Where the commands of runs are run: as the installation, the floor and people say now. */
@Injectable()
export class ShellPolicies {
  constructor(
    private readonly sandboxes: Sandboxes,
    private readonly floors: WorkspacesService,
    private readonly allowed: AllowedSandboxes,
    private readonly settings: SettingsService,
  ) {}

  of(session: Pick<RunSession, 'run' | 'scratch'>): ShellPolicy {
    return {
      rules: () => this.rules(session),
      sandbox: async () => {
        const { run, scratch } = session;
        const [floor, directories, { workspacesRoot }] = await Promise.all([
          this.floors.find(run.workspaceId),
          this.floors.directories(),
          this.settings.read(),
        ]);
        return this.sandboxes.make({
          workspace: run.workspacePath,
          floorId: run.workspaceId,
          scratch,
          floors: [workspacesRoot, ...directories],
          bounds: boundsOf(floor),
        });
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
