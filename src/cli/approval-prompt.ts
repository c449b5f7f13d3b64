import type { Approval } from '../protocol/records/work.js';
import type { Terminal } from './terminal.js';

interface ApprovalPromptOptions {
  readonly terminal: Pick<Terminal, 'ask' | 'print'>;
  /** Sends the answer to the office. */
  readonly answer: (approvalId: string, approved: boolean, reason?: string) => void;
  /** True if another client may answer when nobody is at the terminal. */
  readonly othersMayAnswer: boolean;
}

/** Asks the person at the terminal about approvals, one at a time, and sends the answers. */
export class ApprovalPrompt {
  private readonly open = new Map<string, AbortController>();
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly options: ApprovalPromptOptions) {}

  /** Asks about an approval once, even if several events carry it. */
  request(approval: Approval, show: () => void): void {
    if (this.open.has(approval.id)) return;
    const withdrawn = new AbortController();
    this.open.set(approval.id, withdrawn);
    this.queue = this.queue.then(() => this.put(approval, show, withdrawn.signal));
  }

  /** Withdraws a question that another client answered or that timed out. */
  withdraw(approvalId: string): void {
    this.open.get(approvalId)?.abort();
  }

  /** Withdraws all questions. */
  close(): void {
    for (const question of this.open.values()) question.abort();
  }

  private async put(approval: Approval, show: () => void, withdrawn: AbortSignal): Promise<void> {
    if (withdrawn.aborted) return;
    show();
    const answer = await this.options.terminal.ask('  Allow it? (y/n) ', withdrawn);
    if (withdrawn.aborted) return;
    if (answer === 'nobody') this.unattended(approval.id);
    else this.options.answer(approval.id, answer === 'yes');
  }

  private unattended(approvalId: string): void {
    if (this.options.othersMayAnswer) {
      this.options.terminal.print(['  Nobody to ask here; another client may answer.']);
      return;
    }
    this.options.terminal.print(['  Nobody to ask here, so the answer is no.']);
    this.options.answer(approvalId, false, 'Nobody was at the terminal to ask.');
  }
}
