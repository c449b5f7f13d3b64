import pLimit from 'p-limit';
import type { ApprovalAnswer, ApprovalAsk } from '../../tools/tool.js';

const refused: ApprovalAnswer = { approved: false, reason: null };

/**
 * Asks a person about an agent's requests, one at a time and up to a limit. After `close` no more
 * are asked; it waits for the open one, whose run waits for the answer.
 */
export class PermissionRequests {
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
