import type { Approval } from '../protocol/records/work.js';
import type { ClientCommand } from '../protocol/commands.js';
import type { Terminal } from './terminal.js';

export interface ApprovalDeskOptions {
  readonly terminal: Pick<Terminal, 'ask' | 'print'>;
  readonly send: (command: ClientCommand) => void;
  /** Whether someone else could still answer when nobody is at the terminal. */
  readonly othersMayAnswer: boolean;
}

/** Puts one approval after another to the person at the terminal and sends the answers. */
export class ApprovalDesk {
  private readonly open = new Map<string, AbortController>();
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly options: ApprovalDeskOptions) {}

  /** Asks about an approval once, however often the office mentions it. */
  request(approval: Approval, show: () => void): void {
    if (this.open.has(approval.id)) return;
    const withdrawn = new AbortController();
    this.open.set(approval.id, withdrawn);
    this.queue = this.queue.then(() => this.put(approval, show, withdrawn.signal));
  }

  /** Someone else answered, or its time was up: the question no longer stands. */
  withdraw(approvalId: string): void {
    this.open.get(approvalId)?.abort();
  }

  private async put(approval: Approval, show: () => void, withdrawn: AbortSignal): Promise<void> {
    if (withdrawn.aborted) return;
    show();
    const answer = await this.options.terminal.ask('  Allow it? (y/n) ', withdrawn);
    if (withdrawn.aborted) return;
    if (answer === 'nobody') this.unattended(approval.id);
    else this.send(approval.id, answer === 'yes');
  }

  private unattended(approvalId: string): void {
    if (this.options.othersMayAnswer) {
      this.options.terminal.print(['  Nobody to ask here; another client may answer.']);
      return;
    }
    this.options.terminal.print(['  Nobody to ask here, so the answer is no.']);
    this.send(approvalId, false, 'Nobody was at the terminal to ask.');
  }

  private send(approvalId: string, approved: boolean, reason?: string): void {
    this.options.send({ type: 'approve', approvalId, approved, ...(reason && { reason }) });
  }
}
