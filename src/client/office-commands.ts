import type { Asked, CommandResult, Told } from '../protocol/command-results.js';
import type { ClientCommandPayloads, HandledCommandType } from '../protocol/commands.js';
import type { ServerEvent, ServerEventOf } from '../protocol/events.js';
import type { OfficeState } from '../protocol/records/office.js';
import type { Approval, Run } from '../protocol/records/work.js';
import type { ApprovalWords, WaitOptions } from './command-options.js';
import { OfficeRefusal } from './errors.js';
import { closedReason } from './socket/closed-reason.js';
import type { ConnectionStatus } from './socket/connection.js';
import { type CommandLink, sendCommand } from './socket/send-command.js';
import { isFinal } from './state/run-events.js';
import { until } from './until.js';

/** The commands of an office, each of which resolves with what it came to. */
export abstract class OfficeCommands {
  abstract get state(): OfficeState;
  protected abstract readonly link: CommandLink;

  abstract onState(listener: (state: OfficeState) => void): () => void;
  abstract onStatus(listener: (status: ConnectionStatus) => void): () => void;

  /**
   * Sends a command over the socket; resolves with its result. It is carried out once, also when the
   * connection breaks before it was answered and it has to be sent again.
   * @throws OfficeRefusal in the service's words, OfficeUnreachable, OfficeClosed
   */
  command<T extends HandledCommandType>(
    type: T,
    payload: ClientCommandPayloads[T],
    { signal }: WaitOptions = {},
  ): Promise<CommandResult<T>> {
    return sendCommand(this.link, type, payload, signal);
  }

  /**
   * Answers an approval.
   * @throws OfficeRefusal when it is no longer pending, OfficeUnreachable, OfficeClosed
   */
  approve(
    approvalId: string,
    approved: boolean,
    { reason, scope, by, signal }: WaitOptions & ApprovalWords = {},
  ): Promise<Approval> {
    const said = { ...(reason && { reason }), ...(scope && { scope }), ...(by && { by }) };
    return this.command('approve', { approvalId, approved, ...said }, { signal });
  }

  /**
   * Stops a run; resolves once it is final.
   * @throws OfficeRefusal when it is not running, OfficeUnreachable, OfficeClosed
   */
  async cancel(runId: string, { signal }: WaitOptions = {}): Promise<Run> {
    await this.command('cancel', { runId }, { signal });
    return this.stateWith(
      ({ runs }) => runs.find(({ id, status }) => id === runId && isFinal(status)),
      signal,
    );
  }

  /**
   * Begins a new run that does again what a run that has ended left undone; resolves with it.
   * @throws OfficeRefusal when the run cannot be retried, OfficeUnreachable, OfficeClosed
   */
  retry(
    runId: string,
    { stage, signal }: WaitOptions & { readonly stage?: string } = {},
  ): Promise<Run> {
    return this.command('retryRun', { runId, ...(stage && { stage }) }, { signal });
  }

  /**
   * Puts the workspace back to before a run, or before a turn and all later ones of it; resolves with
   * what was done, in words.
   * @throws OfficeRefusal naming the files when changes of others would be lost, OfficeUnreachable,
   * OfficeClosed
   */
  async revertRun(
    runId: string,
    { turnId, signal }: WaitOptions & { readonly turnId?: string } = {},
  ): Promise<string> {
    const payload = { runId, ...(turnId !== undefined && { turnId }) };
    return (await this.command('revertRun', payload, { signal })).message;
  }

  /**
   * Adds an instruction to a run at work; resolves once every later call shows it.
   * @throws OfficeRefusal when it is not at work, OfficeUnreachable, OfficeClosed
   */
  steer(runId: string, text: string, { signal }: WaitOptions = {}): Promise<Run> {
    return this.command('steerRun', { runId, text }, { signal });
  }

  /**
   * Makes a branch of what a run changed; resolves with what was made, in words, once a person has
   * approved it where the run's policy asks for that.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  deliverRun(runId: string, branch: string, { signal }: WaitOptions = {}): Promise<string> {
    const deliver = () => this.command('deliverRun', { runId, branch }, { signal });
    return deliveryOutcome(this.link, deliver, signal);
  }

  /**
   * Shows another floor, to every client; resolves with the state that shows it.
   * @throws OfficeRefusal when there is no such floor, OfficeUnreachable, OfficeClosed
   */
  async selectWorkspace(workspaceId: string, { signal }: WaitOptions = {}): Promise<OfficeState> {
    await this.command('selectWorkspace', { workspaceId }, { signal });
    return this.stateWith(
      (state) => (state.activeWorkspaceId === workspaceId ? state : undefined),
      signal,
    );
  }

  /** Asks for the whole state now; resolves when it has come. */
  async refresh({ signal }: WaitOptions = {}): Promise<OfficeState> {
    await this.command('resync', {}, { signal });
    return this.state;
  }

  /** Resolves with what is looked for, in the state of now or a later one. */
  private stateWith<R>(
    find: (state: OfficeState) => R | undefined,
    signal?: AbortSignal,
  ): Promise<R> {
    return until<R>(signal, (resolve, reject) => {
      const look = () => {
        const found = find(this.state);
        if (found !== undefined) resolve(found);
      };
      const stops = [
        this.onState(look),
        this.onStatus((status) => status.phase === 'closed' && reject(closedReason(status))),
      ];
      look();
      return () => stops.forEach((stop) => stop());
    });
  }
}

type Said = ServerEventOf<'log'>;

/**
 * What came of a delivery, in words: at once, or once the person who is asked has decided.
 * @throws OfficeRefusal when it was declined or could not be made then
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
