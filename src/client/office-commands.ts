import type { AllowedCheck, AllowedSandbox } from '../protocol/records/approval-parts.js';
import type { Asked, CommandResult, Told, Commented } from '../protocol/command-results.js';
import type {
  ClientCommand,
  ClientCommandPayloads,
  HandledCommandType,
} from '../protocol/commands.js';
import type { ServerEvent, ServerEventOf } from '../protocol/events.js';
import type { ApprovalScope } from '../protocol/records/enums.js';
import type { OfficeState } from '../protocol/records/office.js';
import type { Approval, Run } from '../protocol/records/work.js';
import type { WorkPlan } from '../protocol/records/work-plan.js';
import type { WaitOptions } from './command-options.js';
import { OfficeRefusal, OfficeUnreachable } from './errors.js';
import { knownAgainMs } from './known-again.js';
import { newRequestId } from './request-id.js';
import { closedReason } from './socket/closed-reason.js';
import type { ConnectionStatus } from './socket/connection.js';
import type { CommandLink } from './socket/send-command.js';
import { isFinal } from '../protocol/rules/run-status.js';
import { until } from './until.js';

/** An office's commands, each of which resolves with its result. */
export abstract class OfficeCommands {
  abstract get state(): OfficeState;
  protected abstract readonly link: CommandLink;

  abstract onState(listener: (state: OfficeState) => void): () => void;
  abstract onStatus(listener: (status: ConnectionStatus) => void): () => void;

  /**
   * Sends a command over the socket; resolves with its result. Carried out once, even if it must be
   * sent again after a broken connection.
   * @throws OfficeRefusal with the service's text, OfficeUnreachable, OfficeClosed
   */
  command<T extends HandledCommandType>(
    type: T,
    payload: ClientCommandPayloads[T],
    { signal }: WaitOptions = {},
  ): Promise<CommandResult<T>> {
    return sendCommand(this.link, type, payload, signal);
  }

  /**
   * Answers an approval, or with `approveItems` some of its items.
   * @throws OfficeRefusal if it is no longer pending, OfficeUnreachable, OfficeClosed
   */
  approve(
    approvalId: string,
    approved: boolean,
    { signal, ...words }: WaitOptions & ApprovalWords = {},
  ): Promise<Approval> {
    return this.command('approve', { approvalId, approved, ...said(words) }, { signal });
  }

  /**
   * Answers items of an approval by their ids; the others stay open, and the last answer decides it.
   * @throws OfficeRefusal if one is no longer open, OfficeUnreachable, OfficeClosed
   */
  approveItems(
    approvalId: string,
    items: Readonly<Record<string, boolean>>,
    { signal, ...words }: WaitOptions & ApprovalWords = {},
  ): Promise<Approval> {
    return this.command('approve', { approvalId, items, ...said(words) }, { signal });
  }

  /**
   * Cancels a run; resolves once it is final.
   * @throws OfficeRefusal if it is not running, OfficeUnreachable, OfficeClosed
   */
  async cancel(runId: string, { signal }: WaitOptions = {}): Promise<Run> {
    const refused = new AbortController();
    const ended = this.endOf(runId, AbortSignal.any([refused.signal, ...(signal ? [signal] : [])]));
    ended.catch(() => undefined);
    try {
      await this.command('cancel', { runId }, { signal });
      return await ended;
    } finally {
      refused.abort();
    }
  }

  /**
   * Starts a new run that repeats what an ended run left undone; resolves with it.
   * @throws OfficeRefusal if the run cannot be retried, OfficeUnreachable, OfficeClosed
   */
  retry(
    runId: string,
    { stage, signal }: WaitOptions & { readonly stage?: string } = {},
  ): Promise<Run> {
    return this.command('retryRun', { runId, ...(stage && { stage }) }, { signal });
  }

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
   * Adds an instruction to a run at work; resolves once later calls show it.
   * @throws OfficeRefusal if it is not at work, OfficeUnreachable, OfficeClosed
   */
  steer(runId: string, text: string, { signal }: WaitOptions = {}): Promise<Run> {
    return this.command('steerRun', { runId, text }, { signal });
  }

  /**
   * Gives a run at work another plan, which holds from the next stage on.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  changePlan(runId: string, plan: WorkPlan, { signal }: WaitOptions = {}): Promise<Run> {
    return this.command('steerRun', { runId, plan }, { signal });
  }

  /**
   * Makes a branch of what a run changed, with one commit per turn or one with the message; resolves
   * with what was made, in words, once a person has approved it where the run's policy asks for that.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  deliverRun(
    runId: string,
    branch: string,
    { message, by, signal }: DeedOptions & { readonly message?: string } = {},
  ): Promise<string> {
    const payload = { runId, branch, ...(message !== undefined && { message }), ...named(by) };
    const deliver = () => this.command('deliverRun', payload, { signal });
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

  /**
   * Takes back one check that is allowed on a floor, or all; resolves with those that are left.
   * @throws OfficeRefusal if it is not allowed, OfficeUnreachable, OfficeClosed
   */
  revokeChecks(
    workspaceId: string,
    command?: string,
    { signal }: WaitOptions = {},
  ): Promise<readonly AllowedCheck[]> {
    const payload = { workspaceId, ...(command !== undefined && { command }) };
    return this.command('revokeChecks', payload, { signal });
  }

  /**
   * Takes back what may run in a sandbox without asking: of a run, of the floor (null), or all;
   * resolves with what is left.
   * @throws OfficeRefusal if it is not allowed, OfficeUnreachable, OfficeClosed
   */
  revokeSandbox(
    workspaceId: string,
    runId?: string | null,
    { signal }: WaitOptions = {},
  ): Promise<readonly AllowedSandbox[]> {
    const payload = { workspaceId, ...(runId !== undefined && { runId }) };
    return this.command('revokeSandbox', payload, { signal });
  }

  /**
   * Shows another floor to all clients; resolves with the new state.
   * @throws OfficeRefusal if there is no such floor, OfficeUnreachable, OfficeClosed
   */
  async selectWorkspace(workspaceId: string, { signal }: WaitOptions = {}): Promise<OfficeState> {
    await this.command('selectWorkspace', { workspaceId }, { signal });
    return this.stateWith(
      (state) => (state.activeWorkspaceId === workspaceId ? state : undefined),
      signal,
    );
  }

  /** Requests the whole state; resolves when it has arrived. */
  async refresh({ signal }: WaitOptions = {}): Promise<OfficeState> {
    await this.command('resync', {}, { signal });
    return this.state;
  }

  /** Resolves with the run of any floor once it is final. */
  private endOf(runId: string, signal?: AbortSignal): Promise<Run> {
    return until<Run>(signal, (resolve, reject) => {
      const take = (run: Run | undefined) => run && isFinal(run.status) && resolve(run);
      const look = () => take(this.state.runs.find(({ id }) => id === runId));
      const stops = [
        this.onState(look),
        this.link.onEvent((event) => {
          if (event.type === 'run.updated' && event.run.id === runId) take(event.run);
        }),
        this.onStatus((status) => status.phase === 'closed' && reject(closedReason(status))),
      ];
      look();
      return () => stops.forEach((stop) => stop());
    });
  }

  /** Resolves with the first match in the present or a later state. */
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

/** Options of what a person does with the change of a run. */
interface DeedOptions extends WaitOptions {
  /** Name of the person. */
  readonly by?: string | undefined;
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

function said({ reason, scope, by }: ApprovalWords): ApprovalWords {
  return { ...(reason && { reason }), ...(scope && { scope }), ...(by && { by }) };
}

/** Additions to the answer to an approval. */
interface ApprovalWords {
  readonly reason?: string;
  /** Scope of a yes; absent: once. */
  readonly scope?: ApprovalScope;
  /** Name of the person who answers. */
  readonly by?: string;
}

/**
 * Sends a command with its own id, and again with the same id if the connection broke before the
 * answer; resolves with its result.
 *
 * @throws OfficeRefusal with the service's text, OfficeUnreachable, OfficeClosed, the signal's
 * reason
 */
function sendCommand<T extends HandledCommandType>(
  { send, onEvent, onStatus }: CommandLink,
  type: T,
  payload: ClientCommandPayloads[T],
  signal?: AbortSignal,
): Promise<CommandResult<T>> {
  const requestId = newRequestId();
  // The compiler cannot see that a type and its payload make a command.
  const command = { ...payload, type, requestId } as unknown as ClientCommand;
  const begun = performance.now();
  return until<CommandResult<T>>(signal, (resolve, reject) => {
    const look = (event: ServerEvent) => {
      if (event.type === 'command.done' && event.requestId === requestId) {
        resolve(event.result as CommandResult<T>);
      } else if (event.type === 'error' && event.requestId === requestId) {
        reject(new OfficeRefusal(event.message));
      }
    };
    const again = (status: ConnectionStatus) => {
      if (status.phase === 'closed') reject(closedReason(status));
      else if (status.phase !== 'online') return;
      else if (performance.now() - begun < knownAgainMs) send(command);
      else reject(new OfficeUnreachable('The connection broke before the command was answered.'));
    };
    // A command that cannot be sent now is never sent, because nothing waits for a connection yet.
    send(command);
    const stops = [onEvent(look), onStatus(again)];
    return () => stops.forEach((stop) => stop());
  });
}
