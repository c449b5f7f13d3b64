import { clip } from '../../platform/text/clip.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ApprovalAnswer, ToolArguments, ToolContext } from '../../tools/tool.js';

const notAsked: ApprovalAnswer = { approved: true, reason: null };

const argumentCharacters = 4000;

/** The call before which a person is asked. */
interface AskingCall {
  readonly tool: string;
  readonly args: ToolArguments;
  readonly allTools: readonly string[];
}

interface ConsentOptions {
  readonly serverId: string;
  /** False = no consent is needed. */
  readonly required: boolean;
  readonly now: () => number;
  /** Text of what the consent covers. */
  readonly definition?: () => string;
  /** Called with it and the floor after a consent. */
  readonly onGiven?: (definition: string, floor: string) => void;
}

/**
 * A person's consent to use one server on a floor. Requested before the first call and valid for
 * all later ones there in any run, until an operator reconnects the server or it has changed. A
 * refusal applies to one call.
 */
export class ServerConsent {
  private readonly floors = new Set<string>();
  /** A yes counts from this time on, ms. */
  private since: number;
  /** When it was last given. */
  private givenAt = 0;

  constructor(private readonly options: ConsentOptions) {
    this.since = options.now();
  }

  get isRequired(): boolean {
    return this.options.required;
  }

  /** True if a person has consented on the floor: its models may see the server's descriptions. */
  isGivenOn(floor: string): boolean {
    return !this.isRequired || this.floors.has(floor);
  }

  async ask(
    { tool, args, allTools }: AskingCall,
    context: Pick<ToolContext, 'requestApproval' | 'workspaceId'>,
  ): Promise<ApprovalAnswer> {
    const { workspaceId: floor } = context;
    const { serverId, definition = () => '', onGiven } = this.options;
    if (this.isGivenOn(floor)) return notAsked;
    const asked = definition();
    const shownArguments = clip(JSON.stringify(args, null, 2), argumentCharacters, '…');
    const answer = await context.requestApproval({
      kind: 'network',
      summary: mcpTexts.approvalSummary(serverId, allTools.length),
      detail: mcpTexts.approvalDetail({ tool, serverId, tools: allTools, args: shownArguments }),
      touches: mcpTexts.touches(serverId),
      grant: { key: `mcp:${serverId}:${floor}:${asked}`, since: this.since },
    });
    // The server may have changed during the question.
    if (answer.approved && definition() === asked) {
      this.give(floor);
      onGiven?.(asked, floor);
    }
    return answer;
  }

  /** The approved server no longer exists. */
  withdraw(): void {
    // The clock may have been set back: an earlier yes does not count as given after this.
    this.since = Math.max(this.options.now(), this.givenAt + 1);
    this.floors.clear();
  }

  /** A person has consented, here or at another replica, for the same server and tools. */
  give(floor: string): void {
    this.floors.add(floor);
    this.givenAt = this.options.now();
  }
}
