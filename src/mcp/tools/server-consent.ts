import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ApprovalAnswer, ToolContext } from '../../tools/tool.js';

const notAsked: ApprovalAnswer = { approved: true, reason: null };

/**
 * A person's consent to use one server. It is asked for before the first call and holds for every
 * later one, of whatever run, until the server is connected by an operator or comes back as another
 * one than it was. A refusal holds for the one call.
 */
export class ServerConsent {
  private given: boolean;
  /** When it began to be asked for. */
  private since: number;

  /**
   * @param required false = no consent is asked for
   * @param definition what a person is asked about
   * @param onGiven called with it when a person has given consent
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
    // The server may change while the person thinks.
    const definition = this.definition();
    const answer = await context.requestApproval({
      kind: 'network',
      summary: mcpTexts.approvalSummary(this.serverId, allTools.length),
      detail: mcpTexts.approvalDetail(tool, this.serverId, allTools),
      grant: { key: `mcp:${this.serverId}:${definition}`, since: this.since },
    });
    if (answer.approved) {
      this.give();
      this.onGiven(definition);
    }
    return answer;
  }

  /** What a person said yes to is there no more. */
  withdraw(): void {
    this.given = !this.required;
    this.since = this.now();
  }

  /** A person has given it to another replica, for the same server with the same tools. */
  give(): void {
    this.given = true;
  }
}
