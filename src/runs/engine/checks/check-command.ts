import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { messageOf } from '#platform/errors/error-text.js';
import { ChildEnvironments } from '#platform/process/child-environments.js';
import { type Confinement, unconfined } from '#platform/process/sandbox/confinement.js';
import { cleaned } from '#platform/text/cleaned.js';
import { sanitizeOutput } from '#platform/text/sanitize-output.js';
import { limits } from '#protocol/limits.js';
import type { ApprovedFile } from '#protocol/records/approval-parts.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { wayOf } from '#tools/shell/shell-rules.js';
import { guardOf } from '#tools/shell/pinned-files.js';
import { withoutFilters } from '#tools/shell/output-filters.js';
import { runCommand } from '#tools/shell/run-command.js';
import { findShell } from '#tools/shell/shell.js';
import type { RunSession } from '../journal/run-session.js';
import { failureLines } from './failure-lines.js';

/** Characters kept of each end of a stream. */
const keptCharacters = 100_000;

/** The end of a check, and as much of its output as is kept. */
export interface EndedCheck extends Pick<
  CheckRecord,
  'at' | 'confinement' | 'durationMs' | 'exitCode' | 'failures' | 'outcome' | 'tail'
> {
  readonly output: string;
}

/** A check as a person allowed it. */
export interface ApprovedCheck {
  readonly command: string;
  /** Files that must be unchanged since. */
  readonly files: readonly ApprovedFile[];
}

/** Where a check is run. */
type CheckPlace = Pick<RunSession, 'autoApproveShell' | 'run' | 'scratch' | 'shell' | 'signal'>;

/**
 * Runs one command of a check as `run_shell` runs the commands of employees, with a time limit of
 * its own.
 */
@Injectable()
export class CheckCommand {
  constructor(
    private readonly environments: ChildEnvironments,
    private readonly config: OfficeConfig,
    private readonly clock: Clock,
  ) {}

  async run(check: ApprovedCheck, session: CheckPlace): Promise<EndedCheck> {
    const at = this.clock.now();
    const begun = this.clock.elapsed();
    const ended = await this.ended(check, session);
    return { at, durationMs: Math.round(this.clock.elapsed() - begun), ...ended };
  }

  private async ended(
    { command, files }: ApprovedCheck,
    session: CheckPlace,
  ): Promise<Omit<EndedCheck, 'at' | 'durationMs'>> {
    const { checkTimeoutMs: timeoutMs } = this.config;
    const {
      run: { workspacePath: cwd },
      scratch,
      signal,
    } = session;
    try {
      const confinement = await confinementOf(session);
      const shell = findShell(this.environments.inherited());
      const place = { cwd, scratch, confinement, signal };
      const beforeStart = guardOf(command, cwd, files);
      const run = { ...place, timeoutMs, keptCharacters, reason: null, beforeStart };
      const tools = { environments: this.environments, shell };
      // A shell without `pipefail` reports only the exit code of the last filter.
      const line = shell.pipefail ? command : withoutFilters(command);
      const { command: end, preview = '', whole, content } = await runCommand(line, run, tools);
      const text = sanitizeOutput(whole ?? content);
      const exitCode = end?.exitCode ?? null;
      return {
        exitCode,
        confinement: confinement.kind,
        outcome: cleaned(preview, limits.toolPreviewCharacters),
        tail: cleaned(end?.tail ?? '', limits.commandTailCharacters),
        output: text,
        failures: exitCode === 0 ? [] : failureLines(text),
      };
    } catch (thrown) {
      const outcome = cleaned(
        checkTexts.notStarted(messageOf(thrown)),
        limits.toolPreviewCharacters,
      );
      return { exitCode: null, outcome, tail: '', output: outcome, failures: [] };
    }
  }
}

/**
 * Confinement of a check that is already approved.
 * @throws RefusedError if it may not run here
 */
async function confinementOf({ shell, autoApproveShell }: CheckPlace): Promise<Confinement> {
  if (shell === null) return unconfined;
  const way = wayOf(await shell.rules(), { outside: false, autoApprove: autoApproveShell });
  if (way.kind === 'refused') throw new RefusedError(way.reason);
  return way.inside ? shell.sandbox() : unconfined;
}
