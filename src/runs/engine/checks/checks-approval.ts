import { Injectable } from '@nestjs/common';
import { Ids } from '#platform/ids.js';
import { spelled } from '#platform/text/spelling.js';
import type { FloorChecks } from '#protocol/records/approval-parts.js';
import type { ApprovalScope } from '#protocol/records/enums.js';
import type { Approval, Run, StageRun } from '#protocol/records/work.js';
import { checksOf } from '#protocol/rules/check-states.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { sandboxTexts } from '#protocol/texts/sandbox.js';
import { toolTexts } from '#protocol/texts/tools.js';
import { checkOf } from '#runs/approvals/allowed-checks.js';
import { isCoveredBy } from '#runs/approvals/decide-approval.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { SettingsService } from '#settings/settings.service.js';
import { withoutFilters } from '#tools/shell/output-filters.js';
import { wayOf } from '#tools/shell/shell-rules.js';
import { summaryLine } from '#tools/summary-line.js';
import { type RunCommit, RunJournal } from '../journal/run-journal.js';
import type { RunSession } from '../journal/run-session.js';
import { stepKeys } from '../journal/step-keys.js';
import { floorChecks } from '../workspace-survey/floor-checks.js';

const fallbackApprover = 'ceo';

/**
 * Asks a person once whether the checks of a run may be run: one question for all of them. Nobody is
 * asked where all are allowed on the floor, or for the rest of the run.
 */
@Injectable()
export class ChecksApproval {
  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ApprovalsService,
    private readonly settings: SettingsService,
    private readonly ids: Ids,
  ) {}

  /** @param stage before which they are run first; null: at the end. False: no, or cancelled. */
  async askForChecks(
    session: RunSession,
    stage: StageRun | null,
    commands: readonly string[],
  ): Promise<boolean> {
    const way = await wayOfChecks(session);
    if (!way.asks) return true;
    const key = stepKeys.checksQuestion(commands);
    const known = session.approvals.get(key);
    if (known === undefined) {
      if (await this.ask(session, stage, commands, key, way)) return true;
    } else if (known.status !== 'pending' && session.run.status !== 'awaiting-approval') {
      return known.status === 'approved';
    }
    return this.answer(session, key);
  }

  /** What was answered; undefined: it was not asked, or is not answered. */
  answerTo(session: RunSession, commands: readonly string[]): Approval | undefined {
    const asked = session.approvals.get(stepKeys.checksQuestion(commands));
    return asked?.status === 'pending' ? undefined : asked;
  }

  private async answer(session: RunSession, key: string): Promise<boolean> {
    const asked = session.approvals.get(key);
    if (asked === undefined) return false;
    const decided = await session.handover.whileAsking(() =>
      this.approvals.waitFor(asked, session.signal),
    );
    session.throwIfHalted();
    // Null: the run was cancelled, which refuses its questions.
    session.approvals.set(key, decided ?? { ...asked, status: 'rejected' });
    await this.journal.commit(session, showAtWork);
    return decided?.status === 'approved';
  }

  /** @returns true: all of them are allowed, and nothing was asked */
  private async ask(
    session: RunSession,
    stage: StageRun | null,
    commands: readonly string[],
    key: string,
    way: AskedChecks,
  ): Promise<boolean> {
    const found = await floorChecks(session.run);
    const isOffered = commands.every((command) => found?.commands.includes(command));
    const checks = isOffered ? found : null;
    let granted = false;
    await this.journal.commit(session, async (commit) => {
      granted =
        (way.told !== null && (await this.approvals.isAllowedInside(commit.tx, commit.run))) ||
        (await this.areAllowed(commit, checks, commands));
      if (granted) return;
      commit.changeRun((run) => ({ ...run, status: 'awaiting-approval' }));
      commit.announceRun();
      const asked = question(this.ids.next('appr'), commit.run, stage, commands, commit.at);
      const approval = { ...asked, ...reachOf(commit.run, checks, way) };
      const { approvalTimeoutMs } = await this.settings.read(commit.tx);
      commit.approvals.push({ approval, stepKey: key, waitMs: approvalTimeoutMs });
      commit.publish({ type: 'approval.requested', approval });
    });
    return granted;
  }

  /** On the floor, or by a yes to each command for the rest of the run. */
  private async areAllowed(
    { tx, run }: RunCommit,
    checks: FloorChecks | null,
    commands: readonly string[],
  ): Promise<boolean> {
    const given = await this.approvals.givenForRun(tx, run.id);
    for (const command of commands) {
      if (given.some((one) => isCoveredBy(one, asCommand(command, run)))) continue;
      if (checks === null) return false;
      if (!(await this.approvals.isAllowedCheck(tx, checks, command))) return false;
    }
    return true;
  }
}

/** What an employee would be asked who runs the command. */
function asCommand(command: string, { workspacePath }: Run): Parameters<typeof isCoveredBy>[1] {
  const covers = toolTexts.shellDetail(withoutFilters(command), workspacePath);
  return { kind: 'shell', detail: covers, covers, scopes: ['once', 'run'] };
}

/** True if a command line is a check of the run whose checks a person has allowed. */
export function isApprovedCheck(
  { approvals, run }: Pick<RunSession, 'approvals' | 'run'>,
  line: string | undefined,
): boolean {
  const commands = checksOf(run).map(({ command }) => command);
  const asked = approvals.get(stepKeys.checksQuestion(commands));
  return (
    asked?.status === 'approved' && line !== undefined && checkOf(line, commands) !== undefined
  );
}

/** No turn is at work while the checks are asked for, so nothing else waits for an answer. */
function showAtWork(commit: RunCommit): void {
  if (commit.run.status !== 'awaiting-approval') return;
  commit.changeRun((run) => ({ ...run, status: 'running' }));
  commit.announceRun();
}

function question(
  id: string,
  run: Run,
  stage: StageRun | null,
  commands: readonly string[],
  at: number,
): Approval {
  return {
    id,
    runId: run.id,
    turnId: null,
    employeeId: run.stages[0]?.spec.roleIds[0] ?? fallbackApprover,
    kind: 'shell',
    ...(stage !== null && { stageName: stage.spec.name }),
    summary: spelled(summaryLine(checkTexts.askSummary(commands))),
    detail: spelled(checkTexts.askDetail(commands, run.workspacePath)),
    status: 'pending',
    requestedAt: at,
    decidedAt: null,
    reason: null,
  };
}

/** Whether the checks ask, and what a person may allow instead. */
interface AskedChecks {
  readonly asks: boolean;
  /** What everything inside the sandbox is, in words; null: it is not offered. */
  readonly told: string | null;
  readonly touches: string | null;
}

async function wayOfChecks({ shell, run, autoApproveShell }: RunSession): Promise<AskedChecks> {
  const plain = { asks: !autoApproveShell, told: null, touches: null };
  if (shell === null) return plain;
  const way = wayOf(await shell.rules(), { outside: false, autoApprove: autoApproveShell });
  // What cannot be run is told by the check itself.
  if (way.kind === 'refused') return { ...plain, asks: false };
  const { workspacePath } = run;
  const none = way.obstacle === null ? null : sandboxTexts.noneTouches(way.obstacle);
  return {
    asks: way.asks,
    told: way.offersSandbox ? sandboxTexts.told(workspacePath) : null,
    touches: way.inside ? sandboxTexts.insideTouches(workspacePath) : none,
  };
}

function reachOf(
  { workspaceId }: Run,
  checks: FloorChecks | null,
  { told, touches }: AskedChecks,
): Pick<Approval, 'checks' | 'sandbox' | 'scopes' | 'touches'> {
  const scopes: readonly ApprovalScope[] = [
    'once',
    ...(checks === null ? [] : (['checks'] as const)),
    ...(told === null ? [] : (['sandbox-run', 'sandbox-floor'] as const)),
  ];
  return {
    ...(scopes.length > 1 && { scopes }),
    ...(checks !== null && { checks }),
    ...(told !== null && { sandbox: { workspaceId, told } }),
    ...(touches !== null && { touches }),
  };
}
