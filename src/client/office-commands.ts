import type { AllowedCheck, AllowedSandbox } from '../protocol/records/approval-parts.js';
import type { CommandResult } from '../protocol/command-results.js';
import type {
  ClientCommand,
  ClientCommandPayloads,
  HandledCommandType,
} from '../protocol/commands.js';
import type { ServerEvent } from '../protocol/events.js';
import type { ApprovalScope } from '../protocol/records/enums.js';
import type { OfficeState } from '../protocol/records/office.js';
import type { Approval, Run } from '../protocol/records/work.js';
import type { WorkPlan } from '../protocol/records/work-plan.js';
import type { WaitOptions } from './command-options.js';
import { OfficeRefusal, OfficeUnreachable } from './errors.js';
import { knownAgainMs } from './known-again.js';
import { newRequestId } from './request-id.js';
import { ChangeCommands } from './runs/change-commands.js';
import { closedReason } from './socket/closed-reason.js';
import type { ConnectionStatus } from './socket/connection.js';
import type { CommandLink } from './socket/send-command.js';
import { isFinal } from '../protocol/rules/run-status.js';
import { until } from './until.js';

/** An office's commands, each of which resolves with its result. */
export abstract class OfficeCommands extends ChangeCommands {
  abstract get state(): OfficeState;

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
   * Takes back permissions to run in a sandbox without asking: those of a run, of the floor (null),
   * or all; resolves with the remaining ones.
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
