import { messageOf } from '../../platform/errors/error-text.js';
import { KeptOutput } from '../../platform/process/kept-output.js';
import { PipedChild, type ChildEnd } from '../../platform/process/piped-child.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import { describeEnd } from '../describe-end.js';
import type { Engagement, EngagementResult } from '../engagement.js';
import { TimeLimit, type Cut } from '../time-limit.js';
import { vendorLimits } from '../vendor-limits.js';
import { readCodexOutput } from './read-codex-output.js';
import { readTextOutput, type ReadOutput } from './read-text-output.js';

/** One run of a command: passes the task and reads the answer from its output. */
export async function engageByCommand(engagement: Engagement): Promise<EngagementResult> {
  const { vendor } = engagement;
  let child: PipedChild;
  try {
    child = await start(engagement);
  } catch (error) {
    const reason = vendorTexts.couldNotStart(vendor.command, messageOf(error));
    return { outcome: 'unstartable', text: '', error: reason, paths: [], remarks: [] };
  }
  const stdout = new KeptOutput({ head: vendorLimits.stdoutCharacters }).collect(child.stdout);
  const stderr = new KeptOutput({ tail: vendorLimits.stderrCharacters }).collect(child.stderr);
  // A harness's exit explains more than its broken input.
  if (vendor.promptTransport === 'stdin') void child.write(engagement.task).catch(() => undefined);
  child.closeInput();
  const end = await endOf(child, engagement);
  const output =
    vendor.outputFormat === 'text' ? readTextOutput(stdout()) : readCodexOutput(stdout());
  return judge(end, output, stderr(), engagement);
}

function start({
  vendor,
  task,
  workspace,
  environment,
  confinement,
}: Engagement): Promise<PipedChild> {
  const prompt = vendor.promptTransport === 'argv' ? [asArgument(task)] : [];
  return PipedChild.start({
    file: vendor.command,
    args: [...vendor.args, ...prompt],
    cwd: workspace,
    environment,
    ...(confinement && { confinement }),
  });
}

/** A task is a model's text and must not be parsed as an option that lifts the harness's limits. */
function asArgument(task: string): string {
  return task.startsWith('-') ? `Task: ${task}` : task;
}

/** Settles at most about two seconds after the time limit. */
async function endOf(
  child: PipedChild,
  { timeoutMs, signal }: Engagement,
): Promise<ChildEnd | Cut> {
  const limit = new TimeLimit(timeoutMs, signal);
  const end = await Promise.race([child.ended, limit.passed]);
  limit.stop();
  if (typeof end === 'string') await child.kill();
  return end;
}

function judge(
  end: ChildEnd | Cut,
  output: ReadOutput,
  stderr: string,
  { vendor, timeoutMs }: Engagement,
): EngagementResult {
  const { text, paths } = output;
  const ended = (outcome: EngagementResult['outcome'], error: string | null): EngagementResult => ({
    outcome,
    error,
    text,
    paths,
    remarks: remarksOn(output, vendor.outputFormat),
  });
  if (end === 'timeout')
    return ended('timeout', vendorTexts.didNotFinish(vendor.command, timeoutMs));
  if (end === 'aborted') return ended('aborted', vendorTexts.cancelled);
  if (end.code !== 0) return ended('failed', describeEnd(vendor.command, end, stderr));
  return text === '' ? ended('failed', vendorTexts.noOutput(vendor.label)) : ended('ok', null);
}

function remarksOn({ turnStatus, parsed, text }: ReadOutput, format: string): readonly string[] {
  return [
    ...(turnStatus === null || turnStatus === 'completed'
      ? []
      : [vendorTexts.turnStatus(turnStatus)]),
    ...(format !== 'text' && !parsed && text !== '' ? [vendorTexts.notUnderstood] : []),
  ];
}
