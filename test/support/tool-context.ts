import type { ApprovalAnswer, ApprovalAsk, ToolContext } from '../../src/tools/tool.js';
import type { PlanStep } from '../../src/protocol/records/work-plan.js';

/** A context that records the requests of a tool. */
export interface FakeContext extends ToolContext {
  /** Every requested approval, in order. */
  readonly asked: ApprovalAsk[];
  plan: readonly PlanStep[];
}

export interface FakeContextOptions extends Partial<Omit<ToolContext, 'plan' | 'setPlan'>> {
  /** The answer to every approval; absent: refused. */
  readonly answer?: ApprovalAnswer;
  readonly plan?: readonly PlanStep[];
}

/** The context of a tool call in a unit spec; approvals are refused unless stated. */
export function fakeContext(options: FakeContextOptions = {}): FakeContext {
  const { answer = { approved: false, reason: null }, plan = [], ...rest } = options;
  const context: FakeContext = {
    workspaceRoot: '/nowhere',
    runId: 'run_0000000001',
    roleId: 'engineer',
    workspaceId: 'default',
    autoApproveShell: false,
    signal: new AbortController().signal,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    ...rest,
    asked: [],
    plan,
    setPlan: async (steps) => {
      context.plan = steps;
    },
    requestApproval: async (ask) => {
      context.asked.push(ask);
      return answer;
    },
  };
  return context;
}

function ignore(): void {
  // Unit specs read results, not log lines.
}
