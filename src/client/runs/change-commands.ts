import type { Asked, CommandResult, Commented, Told } from '../../protocol/command-results.js';
import type { ClientCommandPayloads, HandledCommandType } from '../../protocol/commands.js';
import type { ServerEvent, ServerEventOf } from '../../protocol/events.js';
import type { WaitOptions } from '../command-options.js';
import { OfficeRefusal } from '../errors.js';
import { closedReason } from '../socket/closed-reason.js';
import type { CommandLink } from '../socket/send-command.js';
import { until } from '../until.js';

/** The commands on the change of a run; base of all commands. */
export abstract class ChangeCommands {
  protected abstract readonly link: CommandLink;

  abstract command<T extends HandledCommandType>(
    type: T,
    payload: ClientCommandPayloads[T],
    options?: WaitOptions,
  ): Promise<CommandResult<T>>;

  /**
   * Restores the workspace to before a run, or to before one of its turns; resolves with a text
   * about it.
   * @throws OfficeRefusal naming the files if others' changes would be lost, OfficeUnreachable,
   * OfficeClosed
   */
  async revertRun(
    runId: string,
    { turnId, by, signal }: DeedOptions & { readonly turnId?: string } = {},
  ): Promise<string> {
    const payload = { runId, ...(turnId !== undefined && { turnId }), ...named(by) };
    return (await this.command('revertRun', payload, { signal })).message;
  }

  /**
   * Takes the last revert of a run back; resolves with a text about it.
   * @throws OfficeRefusal naming the files if others' changes would be lost, OfficeUnreachable,
   * OfficeClosed
   */
  async redoRun(runId: string, { by, signal }: DeedOptions = {}): Promise<string> {
    const payload = { runId, redo: true, ...named(by) };
    return (await this.command('revertRun', payload, { signal })).message;
  }

  /**
   * Keeps comments on lines of a run's change, or sends them with all that are kept; resolves with
   * all comments of the run.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  commentOnChange(
    runId: string,
    given: Omit<ClientCommandPayloads['commentOnChange'], 'runId'>,
    { signal }: WaitOptions = {},
  ): Promise<Commented> {
    return this.command('commentOnChange', { runId, ...given }, { signal });
  }

  /**
   * Makes a branch of what a run changed, with one commit per turn, or one with the message.
   * Resolves with a description of the result, after a person's approval if the run's policy
   * requires it; `onAsked` gets the id of that approval.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  deliverRun(
    runId: string,
    branch: string,
    { message, onAsked, by, signal }: BranchOptions = {},
  ): Promise<string> {
    const payload = { runId, branch, ...(message !== undefined && { message }), ...named(by) };
    const deliver = async () => {
      const answer = await this.command('deliverRun', payload, { signal });
      if ('approvalId' in answer) onAsked?.(answer.approvalId);
      return answer;
    };
    return deliveryOutcome(this.link, deliver, signal);
  }

  /**
   * Merges what was changed in a run's worktree into the workspace; resolves with what was done, in
   * words.
   * @throws OfficeRefusal naming files that people changed in the same places; OfficeUnreachable,
   * OfficeClosed
   */
  mergeRun(runId: string, { by, signal }: DeedOptions = {}): Promise<string> {
    const payload = { runId, into: 'workspace', ...named(by) } as const;
    const merge = () => this.command('deliverRun', payload, { signal });
    return deliveryOutcome(this.link, merge, signal);
  }

  /**
   * Records that a run's change is handed over as a patch, which `http.patchOf` reads.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  deliverPatch(runId: string, { by, signal }: DeedOptions = {}): Promise<string> {
    const payload = { runId, patch: true, ...named(by) };
    const deliver = () => this.command('deliverRun', payload, { signal });
    return deliveryOutcome(this.link, deliver, signal);
  }

  /**
   * Removes the worktree of an ended run, with a change that was not delivered; resolves with what
   * was done, in words.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  async discardRun(runId: string, { by, signal }: DeedOptions = {}): Promise<string> {
    return (await this.command('discardRun', { runId, ...named(by) }, { signal })).message;
  }
}

/** Options of what a person does with the change of a run. */
interface DeedOptions extends WaitOptions {
  /** Name of the person. */
  readonly by?: string | undefined;
}

interface BranchOptions extends DeedOptions {
  /** Of the one commit; absent: one commit for each turn. */
  readonly message?: string;
  readonly onAsked?: (approvalId: string) => void;
}

function named(by: string | undefined) {
  return { ...(by && { by }) };
}

type Said = ServerEventOf<'log'>;

/**
 * The result of a delivery as a text: at once, or after the approval was decided.
 * @throws OfficeRefusal if it was declined or failed
 */
function deliveryOutcome(
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
