import { OfficeRefusal } from '../../client/errors.js';
import type { Office } from '../../client/office.js';
import type { Approval } from '../../protocol/records/work.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { accountName } from '../commands/approvals.js';
import type { ShownSession } from './session-updates.js';
import { answerOf, type Question, questionIdsOf, questionsOf } from './told-approval.js';

interface QuestionPlace extends ShownSession {
  /** Shows the person a message of the office. */
  readonly tell: (text: string) => Promise<void>;
}

/** Asks the person at the editor what a run asks, each thing once, and passes the answers on. */
export class RunQuestions {
  private readonly open = new Map<string, AbortController>();

  constructor(
    private readonly office: Office,
    private readonly place: QuestionPlace,
  ) {}

  /**
   * Asks the open questions of an approval, and withdraws those answered elsewhere. A question that
   * nobody answers here stays open for other clients.
   */
  take(approval: Approval, nameOf: (employeeId: string) => string): void {
    const questions = this.isPending(approval)
      ? questionsOf(approval, nameOf(approval.employeeId))
      : [];
    const asked = new Set(questions.map(({ call }) => call.toolCallId));
    for (const id of questionIdsOf(approval)) if (!asked.has(id)) this.withdraw(id);
    for (const question of questions) void this.ask(question).catch(() => undefined);
  }

  /** Withdraws all. */
  close(): void {
    for (const id of [...this.open.keys()]) this.withdraw(id);
  }

  /** Replayed events still show decided approvals as pending, so the present state is asked. */
  private isPending({ id }: Approval): boolean {
    return this.office.state.approvals.some((approval) => approval.id === id);
  }

  private async ask(question: Question): Promise<void> {
    const { call, options } = question;
    if (this.open.has(call.toolCallId)) return;
    const withdrawn = new AbortController();
    this.open.set(call.toolCallId, withdrawn);
    const { editor, sessionId } = this.place;
    const { outcome } = await editor.request(
      'session/request_permission',
      { sessionId, toolCall: call, options: [...options] },
      { cancellationSignal: withdrawn.signal },
    );
    if (outcome.outcome === 'cancelled' || withdrawn.signal.aborted) return;
    await this.answer(question, outcome.optionId);
  }

  private async answer({ approvalId, itemId }: Question, optionId: string): Promise<void> {
    const answer = answerOf(optionId);
    if (answer === null) return;
    const { approved, scope } = answer;
    const words = { by: accountName(), ...(scope && { scope }) };
    await this.office.online();
    try {
      if (itemId === undefined) await this.office.approve(approvalId, approved, words);
      else await this.office.approveItems(approvalId, { [itemId]: approved }, words);
    } catch (error) {
      if (!(error instanceof OfficeRefusal)) throw error;
      await this.place.tell(editorTexts.answerRefused(error.message));
    }
  }

  private withdraw(id: string): void {
    this.open.get(id)?.abort();
  }
}
