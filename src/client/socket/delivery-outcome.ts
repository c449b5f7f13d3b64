import type { Asked, Told } from '../../protocol/command-results.js';
import type { ServerEvent, ServerEventOf } from '../../protocol/events.js';
import { OfficeRefusal } from '../errors.js';
import { until } from '../until.js';
import { closedReason } from './closed-reason.js';
import type { CommandLink } from './send-command.js';

type Said = ServerEventOf<'log'>;

/**
 * The result of a delivery as a text: at once, or after the approval was decided.
 * @throws OfficeRefusal if it was declined or failed
 */
export function deliveryOutcome(
  { onEvent, onStatus }: Pick<CommandLink, 'onEvent' | 'onStatus'>,
  deliver: () => Promise<Told | Asked>,
  signal?: AbortSignal,
): Promise<string> {
  return until<string>(signal, (resolve, reject) => {
    const said = new Map<string | undefined, Said>();
    let approvalId: string | undefined;
    const settle = (): void => {
      const outcome = approvalId === undefined ? undefined : said.get(approvalId);
      if (outcome?.level === 'info') resolve(outcome.message);
      else if (outcome !== undefined) reject(new OfficeRefusal(outcome.message));
    };
    const listen = (event: ServerEvent): void => {
      if (event.type !== 'log' || event.approvalId === undefined) return;
      said.set(event.approvalId, event);
      settle();
    };
    const take = (answer: Told | Asked): void => {
      if ('message' in answer) resolve(answer.message);
      else approvalId = answer.approvalId;
      settle();
    };
    const stops = [
      onEvent(listen),
      onStatus((status) => status.phase === 'closed' && reject(closedReason(status))),
    ];
    deliver().then(take, reject);
    return () => stops.forEach((stop) => stop());
  });
}
