import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ApprovalAnswer, ToolContext } from '../../tools/tool.js';

const given: ApprovalAnswer = { approved: true, reason: null };

/**
 * A person's consent to use one server over one connection. It is asked for before the first call
 * and holds for every later one, of whatever run; a new connection asks anew, since the server may
 * have changed. A refusal holds for the one call.
 */
export class ServerConsent {
  private isGiven: boolean;

  /** @param required false = no consent is asked for */
  constructor(
    private readonly serverId: string,
    required: boolean,
  ) {
    this.isGiven = !required;
  }

  async ask(
    tool: string,
    allTools: readonly string[],
    context: Pick<ToolContext, 'requestApproval'>,
  ): Promise<ApprovalAnswer> {
    if (this.isGiven) return given;
    const answer = await context.requestApproval({
      kind: 'network',
      summary: mcpTexts.approvalSummary(this.serverId, allTools.length),
      detail: mcpTexts.approvalDetail(tool, this.serverId, allTools),
    });
    this.isGiven ||= answer.approved;
    return answer;
  }
}
