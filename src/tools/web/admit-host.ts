import { FetchRefusedError } from '../../platform/net/fetch-errors.js';
import { foreignTexts } from '../../protocol/texts/foreign.js';
import { afterForeign } from '../after-foreign.js';
import { withPersonsWord } from '../declined.js';
import { summaryLine } from '../summary-line.js';
import type { ApprovalAsk, ToolContext } from '../tool.js';

/**
 * Lets a tool send a request once foreign text was read: to a host that nobody named only after a
 * person allowed it, for this call or for the run.
 *
 * @throws FetchRefusedError if nobody did
 */
export async function admitHost(
  context: Pick<ToolContext, 'foreign' | 'namesHost' | 'requestApproval'>,
  address: string,
): Promise<void> {
  const question = hostQuestion(context, address);
  if (question === null) return;
  const answer = await context.requestApproval(question);
  if (answer.approved) return;
  throw new FetchRefusedError(withPersonsWord(foreignTexts.fetchDeclined(address), answer));
}

/** What a person is asked before a request; null: nothing. */
function hostQuestion(
  { foreign = [], namesHost }: Pick<ToolContext, 'foreign' | 'namesHost'>,
  address: string,
): ApprovalAsk | null {
  if (foreign.length === 0 || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (namesHost?.(url) === true) return null;
  return afterForeign(
    {
      kind: 'network',
      summary: summaryLine(foreignTexts.summary(url.href)),
      detail: foreignTexts.fetchDetail(url.href),
      covers: foreignTexts.fetchCovers(url.host),
      touches: foreignTexts.fetchTouches,
    },
    foreign,
  );
}
