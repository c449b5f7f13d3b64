import type { ApprovalScope } from '#protocol/records/enums.js';
import type { ToolCallRecord, Approval, Run } from '#protocol/records/work.js';
import type { Environment } from '#platform/config/read-environment.js';
import { offerPipeline, resultAlone } from '../../runs/support/commission.js';
import type { OfficeSocket } from '../office-socket.js';
import type { RunningOffice } from '../start-office.js';
import type { Conversation, Reply } from '../providers/core/reply.js';
import { deepSeek } from '../providers/deepseek.js';
import { startProviderOffice, type ProviderOffice } from '../providers/provider-office.js';

/** The role that calls the tools, the only one of the run. */
const roleId = 'ceo';

/** A person's answer to the approval that a call requests. */
export interface Decision {
  readonly approved: boolean;
  readonly reason?: string;
  readonly scope?: ApprovalScope;
  readonly by?: string;
}

/** One tool call of a run. */
export interface ToolUse {
  readonly call: ToolCallRecord;
  /** The result as the model received it, with its fence. */
  readonly reported: string;
  /** The approval that a person was asked for, if any. */
  readonly approval: Approval | null;
  readonly run: Run;
}

/**
 * A live office with an obedient model: each `use` is a run in which an employee calls one tool
 * with the given arguments and then finishes.
 */
export class ToolOffice {
  private asked: Reply[] = [];
  private reported = '';
  /** What the model was asked last. */
  shown = '';
  private readonly pipelineId: string;

  private constructor(
    readonly office: RunningOffice,
    readonly socket: OfficeSocket,
    private readonly provider: ProviderOffice,
  ) {
    this.pipelineId = offerPipeline(office, { kind: 'intake', roleIds: [roleId] });
    provider.simulator.answerWith((conversation) => this.answer(conversation));
  }

  /** Grants the calling role every tool except those left out. */
  static async start(
    env: Environment = {},
    ungranted: readonly string[] = [],
  ): Promise<ToolOffice> {
    const provider = await startProviderOffice({
      name: 'DEEPSEEK',
      provider: deepSeek(),
      env: { OFFICE_AUTO_APPROVE_SHELL: 'false', ...env },
    });
    const { office, socket } = provider;
    const { body: tools } = await office.client.get<{ name: string }[]>('/api/tools');
    const allowedTools = tools.map(({ name }) => name).filter((name) => !ungranted.includes(name));
    socket.send({ type: 'setRoleGrants', roleId, allowedTools });
    await socket.waitFor('org.updated');
    return new ToolOffice(office, socket, provider);
  }

  /** The working directory of the employees. */
  get workspace(): string {
    return `${this.office.directory}/workspace`;
  }

  /** Starts a run in which the tool is called. */
  ask(name: string, args: unknown): Promise<Run> {
    return this.askInTurn([[name, args]]);
  }

  /** Starts a run in which tools are called, each after the result of the one before. */
  askInTurn(
    calls: readonly (readonly [name: string, args: unknown])[],
    further: Readonly<Record<string, unknown>> = {},
  ): Promise<Run> {
    const replies = calls.map(([name, args]) => ({
      toolCalls: [{ name, arguments: JSON.stringify(args) }],
    }));
    return this.askReplies(replies, further);
  }

  /** Starts a run in which the model answers so. */
  async askReplies(
    replies: readonly Reply[],
    further: Readonly<Record<string, unknown>> = {},
  ): Promise<Run> {
    this.asked = [...replies];
    this.reported = '';
    const calls = replies.flatMap(({ toolCalls = [] }) => toolCalls);
    const brief = `Use ${calls.map(({ name }) => name).join(', ')}.`;
    const body = { brief, pipelineId: this.pipelineId, ...further };
    return (await this.office.client.post<Run>('/api/submit', body)).body;
  }

  /**
   * Calls the tool, answers its approval if there is a decision, and waits for the end of the run.
   */
  async use(name: string, args: unknown, decision?: Decision): Promise<ToolUse> {
    const { id } = await this.ask(name, args);
    const approval = decision ? await this.decide(id, decision) : null;
    const { call } = await this.socket.waitFor('tool.result', ({ runId }) => runId === id);
    const run = await this.ended(id);
    return { call, reported: this.reported, approval, run };
  }

  /** Waits for the run's approval and answers it. */
  async decide(runId: string, decision: Decision): Promise<Approval> {
    const { approval } = await this.socket.waitFor(
      'approval.requested',
      (event) => event.approval.runId === runId,
    );
    this.socket.send({ type: 'approve', approvalId: approval.id, ...decision });
    return approval;
  }

  async ended(runId: string): Promise<Run> {
    const { run } = await this.socket.waitFor(
      'run.updated',
      (event) => event.run.id === runId && event.run.endedAt !== null,
    );
    return run;
  }

  /** Number of approvals in the run's events. */
  approvalsOf({ run }: ToolUse): number {
    return this.socket.ofType('approval.requested').filter((e) => e.approval.runId === run.id)
      .length;
  }

  /** Fails if the provider had a reason to refuse a request. */
  async close(): Promise<void> {
    const { refusals, losses } = this.provider.simulator;
    await this.provider.close();
    if (refusals.length + losses.length === 0) return;
    const rules = refusals.map(({ rule, message }) => `${rule}: ${message}`);
    throw new Error(`the provider refused requests: ${[...rules, ...losses].join('; ')}`);
  }

  private answer({ messages }: Conversation): Reply {
    this.shown = messages.map(({ text }) => text).join('\n');
    const last = messages.at(-1);
    if (last?.role === 'tool') this.reported = resultAlone(last.text);
    return this.asked.shift() ?? { text: 'The work is done.\nTAGS: docs' };
  }
}
