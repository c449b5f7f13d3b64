import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ApprovalAnswer, ToolContext } from '../../tools/tool.js';

const notAsked: ApprovalAnswer = { approved: true, reason: null };

/**
 * A person's consent to use one server over one connection. It is asked for before the first call
 * and holds for every later one, of whatever run; a new connection asks anew, since the server may
 * have changed. A refusal holds for the one call.
 */
export class ServerConsent {
  private given: boolean;

  /**
   * @param required false = no consent is asked for
   * @param definition what a person is asked about
   * @param onGiven called with it when a person has given consent
   */
  constructor(
    private readonly serverId: string,
    required: boolean,
    private readonly definition: () => string = () => '',
    private readonly onGiven: (definition: string) => void = () => undefined,
  ) {
    this.given = !required;
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
    });
    if (answer.approved) {
      this.give();
      this.onGiven(definition);
    }
    return answer;
  }

  /** A person has given it to another replica, for the same server with the same tools. */
  give(): void {
    this.given = true;
  }
}
