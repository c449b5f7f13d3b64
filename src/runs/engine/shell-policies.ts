import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import type { EgressRules } from '#platform/net/egress/egress-proxy.js';
import { packageHosts } from '#platform/net/egress/host-rules.js';
import { systemResolver } from '#platform/net/host-addresses.js';
import type { SandboxNetwork } from '#platform/process/sandbox/confinement.js';
import { Sandboxes, type SandboxPlace } from '#platform/process/sandbox/sandboxes.js';
import { StartupTasks } from '#platform/process/startup-tasks.js';
import type { Workspace } from '#protocol/records/organisation.js';
import { boundsOf } from '#protocol/rules/sandbox-bounds.js';
import { SettingsService } from '#settings/settings.service.js';
import type { ShellPolicy, ShellRules } from '#tools/shell/shell-rules.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import { WorktreesService } from '../changes/worktrees/worktrees.service.js';
import { AllowedSandboxes } from '../approvals/allowed-sandboxes.js';
import type { RunSession } from './journal/run-session.js';

/**
 * Decides where the commands of runs are run, by the present configuration of the installation and
 * the floor and the answers of people.
 */
@Injectable()
export class ShellPolicies implements OnModuleInit {
  constructor(
    private readonly sandboxes: Sandboxes,
    private readonly floors: WorkspacesService,
    private readonly allowed: AllowedSandboxes,
    private readonly settings: SettingsService,
    private readonly tasks: StartupTasks,
    private readonly worktrees: WorktreesService,
    private readonly config: OfficeConfig,
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

  of(session: Pick<RunSession, 'facts' | 'hidden' | 'run' | 'scratch' | 'signal'>): ShellPolicy {
    return {
      rules: () => this.rules(session),
      sandbox: async (mayWrite) => {
        const { run, scratch } = session;
        const floor = await this.floors.find(run.workspaceId);
        const { workspacePath: workspace, workspaceId: owner } = run;
        return this.sandboxes.make({
          ...{ workspace, owner, scratch, bounds: boundsOf(floor) },
          network: networkOf(floor, this.config, mayWrite),
          ...(await guardedFor(session)),
          readable: [...(await this.worktrees.readableFor(run)), this.config.skillsDir],
          readOnly: (session.facts?.skills ?? []).flatMap(({ folder }) => folder ?? []),
        });
      },
      ofEntry: async (entry) => {
        const { run, scratch } = session;
        const { workspacePath: workspace, workspaceId: owner } = run;
        const guarded = await guardedFor(session);
        const readable = await this.worktrees.readableFor(run);
        return this.sandboxes.ofEntry(entry, { workspace, owner, scratch, readable, ...guarded });
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

/**
 * The hosts that commands of a floor may reach: its own list, and the package registries if it
 * allows them.
 */
function networkOf(
  floor: Pick<Workspace, 'hosts' | 'packages'> | null,
  { proxies, sandbox }: OfficeConfig,
  mayWrite: EgressRules['mayWrite'],
): SandboxNetwork {
  const named = floor?.hosts ?? [];
  const registries = floor?.packages === true;
  if (named.length === 0 && !registries) return { kind: 'none' };
  const own = sandbox.packageHosts;
  const rules = {
    hosts: [...named, ...(registries && own === null ? packageHosts : [])],
    trusted: registries ? (own ?? []) : [],
    credentials: sandbox.credentials,
    ...(mayWrite && { mayWrite }),
  };
  return { kind: 'hosts', rules, ways: { resolve: systemResolver, proxies } };
}

/** The files of the workspace that look like secrets, and its repositories. */
async function guardedFor({
  hidden,
  signal,
}: Pick<RunSession, 'hidden' | 'signal'>): Promise<Pick<SandboxPlace, 'masked' | 'repositories'>> {
  if (hidden === null) return {};
  const { secrets: masked, repositories } = await hidden.guarded(signal);
  return { masked, repositories };
}
