import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { messageOf } from '#platform/errors/error-text.js';
import { withTemporaryFolder } from '#platform/process/child-environment.js';
import { ChildEnvironments } from '#platform/process/child-environments.js';
import { runChild } from '#platform/process/run-child.js';
import { cleaned } from '#platform/text/cleaned.js';
import { sanitizeOutput } from '#platform/text/sanitize-output.js';
import { limits } from '#protocol/limits.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { resultTexts } from '#protocol/texts/tool-results.js';
import { workspaceEnvironment } from '#tools/git/safe-directory.js';
import { describeOutcome } from '#tools/shell/describe-outcome.js';
import { findShell } from '#tools/shell/shell.js';
import type { RunSession } from '../journal/run-session.js';
import { failureLines } from './failure-lines.js';

/** Characters kept of each end of a stream. */
const keptCharacters = 100_000;

/** How a check ended, and all of its output that was kept. */
export interface EndedCheck extends Pick<
  CheckRecord,
  'at' | 'durationMs' | 'exitCode' | 'failures' | 'outcome' | 'tail'
> {
  readonly output: string;
}

/** Where a check is run. */
type CheckPlace = Pick<RunSession, 'run' | 'scratch' | 'signal'>;

/** Runs one command of a check, as `run_shell` runs those of employees, with a time limit of its own. */
@Injectable()
export class CheckCommand {
  constructor(
    private readonly environments: ChildEnvironments,
    private readonly config: OfficeConfig,
    private readonly clock: Clock,
  ) {}

  async run(command: string, session: CheckPlace): Promise<EndedCheck> {
    const at = this.clock.now();
    const begun = this.clock.elapsed();
    const ended = await this.ended(command, session);
    return { at, durationMs: Math.round(this.clock.elapsed() - begun), ...ended };
  }

  private async ended(
    command: string,
    { run: { workspacePath: cwd }, scratch, signal }: CheckPlace,
  ): Promise<Omit<EndedCheck, 'at' | 'durationMs'>> {
    const { checkTimeoutMs: timeoutMs } = this.config;
    try {
      const inherited = this.environments.inherited();
      const shell = findShell(inherited);
      const own = await workspaceEnvironment(inherited, cwd, signal);
      const environment = withTemporaryFolder(own, scratch);
      const output = {
        head: keptCharacters,
        tail: keptCharacters,
        gap: resultTexts.outputNotKept,
      };
      const started = shell.start(command);
      const child = await runChild({ ...started, cwd, environment, timeoutMs, output, signal });
      const told = { line: command, shell, timeoutMs, reason: null, callId: undefined };
      const { command: end, preview = '', whole, content } = describeOutcome(child, told);
      const text = sanitizeOutput(whole ?? content);
      const exitCode = end?.exitCode ?? null;
      return {
        exitCode,
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
