import type { StopReason } from '@agentclientprotocol/sdk';
import { messageOf } from '../../platform/errors/error-text.js';
import { KeptOutput } from '../../platform/process/kept-output.js';
import { PipedChild } from '../../platform/process/piped-child.js';
import { within } from '../../platform/process/within.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import { describeEnd } from '../describe-end.js';
import type { Engagement, EngagementResult } from '../engagement.js';
import { TimeLimit, type Cut } from '../time-limit.js';
import { vendorLimits } from '../vendor-limits.js';
import { AcpConversation } from './acp-conversation.js';

/** The agent ended its turn, or something else ended the conversation. */
type Ending =
  | { readonly stopReason: StopReason }
  | (Pick<EngagementResult, 'outcome'> & { readonly error: string });

/** One session with an agent started for it. */
export async function engageByAcp(engagement: Engagement): Promise<EngagementResult> {
  const { vendor, workspace, environment, confinement } = engagement;
  const { command: file, args } = vendor;
  let child: PipedChild;
  try {
    child = await PipedChild.start({
      ...{ file, args, cwd: workspace, environment },
      ...(confinement && { confinement }),
    });
  } catch (error) {
    const reason = vendorTexts.acpCouldNotStart(messageOf(error));
    return { outcome: 'unstartable', text: '', error: reason, paths: [], remarks: [] };
  }
  const stderr = new KeptOutput({ tail: vendorLimits.stderrCharacters }).collect(child.stderr);
  const conversation = new AcpConversation(engagement, child);
  try {
    const ending = await converse(engagement, conversation, child, stderr);
    const { text, paths } = conversation.transcript;
    const { spend } = conversation;
    return { ...judge(ending, text), text, paths, remarks: [], ...(spend && { spend }) };
  } finally {
    conversation.close();
    await child.end(vendorLimits.wrapUpMs);
  }
}

/** Settles at most about a second after the time limit. */
async function converse(
  engagement: Engagement,
  conversation: AcpConversation,
  child: PipedChild,
  stderr: () => string,
): Promise<Ending> {
  const limit = new TimeLimit(engagement.timeoutMs, engagement.signal);
  const turn = conversation.run().then(
    (stopReason): Ending => ({ stopReason }),
    async (error: unknown): Promise<Ending> => {
      // An agent's exit explains more than its broken pipe.
      const end = conversation.isOver && (await within(vendorLimits.wrapUpMs, child.ended));
      const how = end && describeEnd(engagement.vendor.command, end, stderr());
      return { outcome: 'failed', error: how ? vendorTexts.acpStopped(how) : messageOf(error) };
    },
  );
  const first = await Promise.race([turn, limit.passed]);
  limit.stop();
  if (typeof first !== 'string') return first;
  await conversation.cancel();
  await within(vendorLimits.wrapUpMs, turn);
  return cutShort(first, engagement.timeoutMs);
}

function cutShort(cut: Cut, timeoutMs: number): Ending {
  return cut === 'aborted'
    ? { outcome: 'aborted', error: vendorTexts.cancelled }
    : { outcome: 'timeout', error: vendorTexts.acpDidNotFinish(timeoutMs) };
}

/** A turn that ended normally still needs an answer to count. */
function judge(ending: Ending, text: string): Pick<EngagementResult, 'outcome' | 'error'> {
  if (!('stopReason' in ending)) return ending;
  const { stopReason } = ending;
  if (stopReason === 'refusal') return { outcome: 'failed', error: vendorTexts.acpRefused };
  if (text === '') return { outcome: 'failed', error: vendorTexts.acpNoAnswer(stopReason) };
  return { outcome: 'ok', error: null };
}
