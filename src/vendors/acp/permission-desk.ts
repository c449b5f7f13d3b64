import pLimit from 'p-limit';
import type { ApprovalAnswer, ApprovalAsk } from '../../tools/tool.js';

const refused: ApprovalAnswer = { approved: false, reason: null };

/**
 * Puts an agent's questions to a person, one after another and not more than so many. Once closed
 * it puts no further one; but the one a person is looking at is waited for, because the run it
 * belongs to is in the middle of asking.
 */
export class PermissionDesk {
  private readonly oneAtATime = pLimit(1);
  private asked = 0;
  private open = true;

  constructor(
    private readonly put: (question: ApprovalAsk) => Promise<ApprovalAnswer>,
    private readonly max: number,
  ) {}

  async ask(question: ApprovalAsk): Promise<ApprovalAnswer> {
    if (this.asked >= this.max) return refused;
    this.asked += 1;
    return this.oneAtATime(() => (this.open ? this.put(question) : refused));
  }

  async close(): Promise<void> {
    this.open = false;
    await this.oneAtATime(() => undefined);
  }
}
