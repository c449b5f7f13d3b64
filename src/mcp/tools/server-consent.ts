import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ApprovalAnswer, ToolContext } from '../../tools/tool.js';

const notAsked: ApprovalAnswer = { approved: true, reason: null };

/**
 * A person's consent to use one server. Requested before the first call and valid for all later
 * ones in any run, until an operator reconnects the server or it has changed. A refusal applies to
 * one call.
 */
export class ServerConsent {
  private given: boolean;
  /** A yes counts from this time on, ms. */
  private since: number;
  /** When it was last given. */
  private givenAt = 0;

  /**
   * @param required false = no consent is needed
   * @param definition what a person is asked about
   * @param onGiven called with it after a consent
   */
  constructor(
    private readonly serverId: string,
    private readonly required: boolean,
    private readonly now: () => number,
    private readonly definition: () => string = () => '',
    private readonly onGiven: (definition: string) => void = () => undefined,
  ) {
    this.given = !required;
    this.since = now();
  }

  get isGiven(): boolean {
    return this.given;
  }

  async ask(
    tool: string,
    allTools: readonly string[],
    context: Pick<ToolContext, 'requestApproval'>,
  ): Promise<ApprovalAnswer> {
    if (this.given) return notAsked;
    // The server may change during the question.
    const definition = this.definition();
    const answer = await context.requestApproval({
      kind: 'network',
      summary: mcpTexts.approvalSummary(this.serverId, allTools.length),
      detail: mcpTexts.approvalDetail(tool, this.serverId, allTools),
      touches: mcpTexts.touches(this.serverId),
      grant: { key: `mcp:${this.serverId}:${definition}`, since: this.since },
    });
    if (answer.approved) {
      this.give();
      this.onGiven(definition);
    }
    return answer;
  }

  /** The approved server no longer exists. */
  withdraw(): void {
    this.given = !this.required;
    // The clock may have been set back: an earlier yes does not count as given after this.
    this.since = Math.max(this.now(), this.givenAt + 1);
  }

  /** A person has consented at another replica, for the same server and tools. */
  give(): void {
    this.given = true;
    this.givenAt = this.now();
  }
}
