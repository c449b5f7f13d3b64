import { Injectable } from '@nestjs/common';
import { Ids } from '#platform/ids.js';
import type { ApprovedFile, FloorChecks } from '#protocol/records/approval-parts.js';
import type { ApprovalScope } from '#protocol/records/enums.js';
import type { Approval, Run, StageRun } from '#protocol/records/work.js';
import { changedFiles } from '#protocol/rules/changed-files.js';
import { checksOf } from '#protocol/rules/check-states.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { sandboxTexts } from '#protocol/texts/sandbox.js';
import { toolTexts } from '#protocol/texts/tools.js';
import { checkOf } from '#runs/approvals/allowed-checks.js';
import { isCoveredBy } from '#runs/approvals/decide-approval.js';
import { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { SettingsService } from '#settings/settings.service.js';
import { withoutFilters } from '#tools/shell/output-filters.js';
import { pinnedFiles } from '#tools/shell/pinned-files.js';
import { wayOf } from '#tools/shell/shell-rules.js';
import { summaryLine } from '#tools/summary-line.js';
import type { ApprovalAsk } from '#tools/tool.js';
import { withFiles, writtenIn } from '../asked-files.js';
import { type RunCommit, RunJournal } from '../journal/run-journal.js';
import type { RunSession } from '../journal/run-session.js';
import { prefixBelow, stepKeys } from '../journal/step-keys.js';
import { shownAsk } from '../shown-ask.js';
import { floorChecks } from '../workspace-survey/floor-checks.js';

const fallbackApprover = 'ceo';

/**
 * Asks a person once whether the checks of a run may be run: one question for all of them. Asks
 * nobody if all are allowed on the floor or for the rest of the run.
 */
@Injectable()
export class ChecksApproval {
  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ApprovalsService,
    private readonly settings: SettingsService,
    private readonly ids: Ids,
  ) {}

  /**
   * Asks again if the files that define the checks have changed.
   *
   * @param stage the stage before which the checks run first; null: at the end of the run
   * @returns the files to which the yes is bound; null: refused or cancelled
   */
  async askForChecks(
    session: RunSession,
    stage: StageRun | null,
    commands: readonly string[],
  ): Promise<readonly ApprovedFile[] | null> {
    const way = await wayOfChecks(session);
    if (!way.asks) return [];
    for (;;) {
      const files = await filesOf(commands, session.run);
      const key = stepKeys.checksQuestion(commands, files);
      const known = session.approvals.get(key);
      if (known === undefined) {
        if (this.answerTo(session, commands)?.status === 'rejected') return null;
        if (await this.ask(session, stage, { commands, files, key, way })) return files;
      } else if (known.status !== 'pending' && session.run.status !== 'awaiting-approval') {
        return known.status === 'approved' ? files : null;
      }
      if (!(await this.answer(session, key))) return null;
      if (changedFiles(files, await filesOf(commands, session.run)).length === 0) return files;
    }
  }

  /** The latest answer; undefined: none. */
  answerTo(session: RunSession, commands: readonly string[]): Approval | undefined {
    return questionsOf(session, commands).findLast(({ status }) => status !== 'pending');
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
    { commands, files, key, way }: ChecksQuestion,
  ): Promise<boolean> {
    const found = await floorChecks(session.run);
    const isOffered = commands.every((command) => found?.commands.includes(command));
    const checks = isOffered ? found : null;
    let granted = false;
    await this.journal.commit(session, async (commit) => {
      granted =
        (way.told !== null && (await this.approvals.isAllowedInside(commit.tx, commit.run))) ||
        (await this.areAllowed(commit, checks, commands, files));
      if (granted) return;
      commit.changeRun((run) => ({ ...run, status: 'awaiting-approval' }));
      commit.announceRun();
      const { touches, ...reach } = reachOf(commit.run, checks, way);
      const ask = askOf(commands, commit.run, { files, touches });
      const told = withFiles(ask, session.approvals.values(), writtenIn(session));
      const asked = question(this.ids.next('appr'), commit.run, stage, told, commit.at);
      const approval = { ...asked, ...reach };
      const { approvalTimeoutMs } = await this.settings.read(commit.tx);
      commit.approvals.push({ approval, stepKey: key, waitMs: approvalTimeoutMs });
      commit.publish({ type: 'approval.requested', approval });
    });
    return granted;
  }

  /** True if the floor allows all commands, or a yes for the rest of the run covers each. */
  private async areAllowed(
    { tx, run }: RunCommit,
    checks: FloorChecks | null,
    commands: readonly string[],
    files: readonly ApprovedFile[],
  ): Promise<boolean> {
    const given = await this.approvals.givenForRun(tx, run.id);
    for (const command of commands) {
      const own = files.length === 0 ? files : await filesOf([command], run);
      const asked = { ...asCommand(command, run), ...(own.length > 0 && { files: own }) };
      if (given.some((one) => isCoveredBy(one, asked))) continue;
      if (checks === null) return false;
      if (!(await this.approvals.isAllowedCheck(tx, checks, command))) return false;
    }
    return true;
  }
}

/** The question that an employee's call of the command would ask. */
function asCommand(command: string, { workspacePath }: Run): Parameters<typeof isCoveredBy>[1] {
  const covers = toolTexts.shellDetail(withoutFilters(command), workspacePath);
  return { kind: 'shell', detail: covers, covers, scopes: ['once', 'run'] };
}

/**
 * True if a command is a check of the run whose checks a person has allowed in their present form.
 */
export function isApprovedCheck(
  session: Pick<RunSession, 'approvals' | 'run'>,
  { command: line, files = [] }: Pick<ApprovalAsk, 'command' | 'files'>,
): boolean {
  const commands = checksOf(session.run).map(({ command }) => command);
  if (line === undefined || checkOf(line, commands) === undefined) return false;
  const paths = new Set(files.map(({ path }) => path));
  return questionsOf(session, commands).some(({ status, files: bound = [] }) => {
    const own = bound.filter(({ path }) => paths.has(path));
    return status === 'approved' && changedFiles(own, files).length === 0;
  });
}

/** All questions for these checks so far, one per state of the files that define them. */
function questionsOf(
  { approvals }: Pick<RunSession, 'approvals'>,
  commands: readonly string[],
): readonly Approval[] {
  const key = stepKeys.checksQuestion(commands);
  return [...approvals].flatMap(([one, approval]) =>
    one === key || one.startsWith(prefixBelow(key)) ? [approval] : [],
  );
}

async function filesOf(
  commands: readonly string[],
  { workspacePath }: Pick<Run, 'workspacePath'>,
): Promise<readonly ApprovedFile[]> {
  const found = new Map<string, ApprovedFile>();
  for (const command of commands) {
    const { files } = await pinnedFiles(command, workspacePath);
    for (const file of files) found.set(file.path, file);
  }
  return [...found.values()];
}

/**
 * The run has no other open question, because no turn is at work while the checks are asked for.
 */
function showAtWork(commit: RunCommit): void {
  if (commit.run.status !== 'awaiting-approval') return;
  commit.changeRun((run) => ({ ...run, status: 'running' }));
  commit.announceRun();
}

function askOf(
  commands: readonly string[],
  { workspacePath }: Run,
  { files, touches }: Pick<ChecksQuestion, 'files'> & Pick<Approval, 'touches'>,
): ApprovalAsk {
  return shownAsk({
    kind: 'shell',
    summary: summaryLine(checkTexts.askSummary(commands)),
    detail: checkTexts.askDetail(commands, workspacePath),
    ...(touches !== undefined && { touches }),
    ...(files.length > 0 && { files }),
  });
}

function question(
  id: string,
  run: Run,
  stage: StageRun | null,
  { summary, detail, touches, files }: ApprovalAsk,
  at: number,
): Approval {
  return {
    id,
    runId: run.id,
    turnId: null,
    employeeId: run.stages[0]?.spec.roleIds[0] ?? fallbackApprover,
    kind: 'shell',
    ...(stage !== null && { stageName: stage.spec.name }),
    summary,
    detail,
    ...(touches !== undefined && { touches }),
    ...(files !== undefined && { files }),
    status: 'pending',
    requestedAt: at,
    decidedAt: null,
    reason: null,
  };
}

/** A question for checks that nobody has asked yet. */
interface ChecksQuestion {
  readonly commands: readonly string[];
  readonly files: readonly ApprovedFile[];
  readonly key: string;
  readonly way: AskedChecks;
}

/** Whether the checks need a yes, and what else a person may allow. */
interface AskedChecks {
  readonly asks: boolean;
  /** Text of the offer to run everything in the sandbox; null: it is not offered. */
  readonly told: string | null;
  readonly touches: string | null;
}

async function wayOfChecks({ shell, run, autoApproveShell }: RunSession): Promise<AskedChecks> {
  const plain = { asks: !autoApproveShell, told: null, touches: null };
  if (shell === null) return plain;
  const way = wayOf(await shell.rules(), { outside: false, autoApprove: autoApproveShell });
  // A check that cannot be run says so itself.
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
