import { runIdOf } from '../platform/events/run-id-of.js';
import { streamOnlyEventTypes } from '../protocol/events.js';
import type { PersistedEvent, ServerEvent } from '../protocol/events.js';
import type { Approval, Run } from '../protocol/records/work.js';
import type { ApprovalDesk } from './approval-desk.js';
import { approvalRequest, renderEvent } from './render-event.js';
import { isFinal, observe, viewOf } from './run-view.js';
import type { RunView } from './run-view.js';

export interface RunFollowerOptions {
  readonly run: Run;
  readonly print: (lines: readonly string[]) => void;
  readonly desk: Pick<ApprovalDesk, 'request' | 'withdraw'>;
  /** Asks the office for a `pong`, which comes after everything it had still to say. */
  readonly ping: () => void;
  /** Called once, when the run will not change any more. */
  readonly onEnd: () => void;
}

/** Tells one run, out of everything the office says, until it has ended. */
export class RunFollower {
  private view: RunView;
  private ended = false;

  constructor(private readonly options: RunFollowerOptions) {
    this.view = viewOf(options.run);
  }

  take(event: ServerEvent): void {
    if (this.ended) return;
    this.view = observe(this.view, event);
    if (event.type === 'hello') this.welcomeBack(event.state.approvals, event.state.runs);
    else if (this.isOurs(event)) this.tell(event);
    if (event.type === 'run.updated' || event.type === 'pong') this.endIfOver();
  }

  private tell(event: ServerEvent): void {
    if (event.type === 'approval.requested') {
      this.ask(event.approval);
      return;
    }
    if (event.type === 'approval.decided') this.options.desk.withdraw(event.approval.id);
    this.options.print(renderEvent(event, this.view));
  }

  private ask(approval: Approval): void {
    this.options.desk.request(approval, () => {
      this.options.print(approvalRequest(approval, this.view));
    });
  }

  /**
   * After a lost line the office replays what was missed, if it still can. Should the run have
   * ended meanwhile without our hearing of it, the pong behind the replay settles that.
   */
  private welcomeBack(approvals: readonly Approval[], runs: readonly Run[]): void {
    for (const approval of approvals) {
      if (approval.runId === this.options.run.id) this.ask(approval);
    }
    const now = runs.find(({ id }) => id === this.options.run.id);
    if (now === undefined) return;
    this.view = { ...this.view, run: now };
    if (isFinal(now.status)) this.options.ping();
  }

  private endIfOver(): void {
    if (!isFinal(this.view.run.status)) return;
    this.ended = true;
    this.options.onEnd();
  }

  /** A refusal of one of our own commands names no run. */
  private isOurs(event: ServerEvent): boolean {
    if (!isPersisted(event)) return false;
    const runId = runIdOf(event);
    return runId === this.options.run.id || (event.type === 'error' && runId === null);
  }
}

function isPersisted(event: ServerEvent): event is PersistedEvent {
  return !streamOnlyEventTypes.some((type) => type === event.type);
}
