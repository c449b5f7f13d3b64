import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ModelCallFailure } from '../models/model-call-failure.js';
import { ModelCaller, type ModelAnswer, type ModelMessage } from '../models/model-call.js';
import { ModelsService } from '../models/models.service.js';
import type { RouteRequest } from '../models/routing/route-request.js';
import { noUsage } from '../models/usage.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import type { Role, Workspace } from '../protocol/records/organisation.js';
import type { RouteDecision, UsageRecord } from '../protocol/records/work.js';
import { conversationTexts, submitTexts } from '../protocol/texts.js';
import { EmployeesService } from '../workspaces/employees/employees.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';

/** Somebody on a floor who is spoken to. */
export interface Desk {
  readonly floor: Workspace;
  readonly role: Role;
}

export interface SpokenAnswer {
  readonly text: string;
  readonly route: RouteDecision;
}

/** How much thinking an answer at the desk takes (behaviour-engine.md 1.10). */
const effort = { taskClass: 'summarize', complexity: 0.3 } as const;

/**
 * Talking to employees outside any run: no tools, no stream, no cap. What an answer costs goes to
 * the employee's lifetime and to the floor's spend (decisions.md A8), also when it broke off.
 */
@Injectable()
export class DeskTalk implements OnModuleDestroy {
  private readonly closing = new AbortController();

  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly employees: EmployeesService,
    private readonly models: ModelsService,
    private readonly caller: ModelCaller,
    private readonly transactions: Transactions,
  ) {}

  onModuleDestroy(): void {
    this.closing.abort();
  }

  /**
   * Finds the employee on the floor that is named, else on the fallback.
   * @throws RefusedError when there is no such floor or employee
   */
  deskOf(
    { employeeId, workspaceId }: { readonly employeeId: string; readonly workspaceId?: string },
    fallback: Workspace | undefined,
  ): Desk {
    const floor = workspaceId === undefined ? fallback : this.workspaces.find(workspaceId);
    if (floor === undefined) {
      throw new RefusedError(
        workspaceId === undefined
          ? conversationTexts.noWorkspaces
          : submitTexts.noWorkspace(workspaceId),
      );
    }
    const role = floor.org.roles.find(({ id }) => id === employeeId);
    if (role === undefined) {
      throw new RefusedError(conversationTexts.noEmployee(employeeId, floor.name));
    }
    return { floor, role };
  }

  /**
   * Asks the employee, and counts what the answer cost in one transaction with what is told of it.
   * @throws ModelCallFailure when no model answers
   */
  async ask(
    desk: Desk,
    messages: readonly ModelMessage[],
    tell?: (tx: Tx, answer: SpokenAnswer) => void,
  ): Promise<SpokenAnswer> {
    const route = this.models.route(this.requestOf(desk));
    const { text, usage } = await this.call(desk, route, messages);
    const answer = { text, route };
    await this.count(desk, usage, (tx) => tell?.(tx, answer));
    return answer;
  }

  private async call(
    desk: Desk,
    route: RouteDecision,
    messages: readonly ModelMessage[],
  ): Promise<ModelAnswer> {
    const { signal } = this.closing;
    try {
      return await this.caller.call(route, { messages, tools: [], signal });
    } catch (thrown) {
      const broken = thrown instanceof ModelCallFailure ? thrown.usage : noUsage;
      if (broken.tokensIn > 0) await this.count(desk, broken);
      throw thrown;
    }
  }

  /** The role's own policy without its tiers by task: nothing here is a task. */
  private requestOf({ floor, role }: Desk): RouteRequest {
    const { byTaskClass: _, ...policy } = role.modelPolicy;
    return { ...effort, policy, posture: this.workspaces.postureOf(floor) };
  }

  private async count(
    { floor, role }: Desk,
    usage: UsageRecord,
    tell?: (tx: Tx) => void,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.employees.addUsage(tx, floor.id, role.id, usage);
      await this.workspaces.addSpend(tx, floor.id, usage.costUsd);
      tell?.(tx);
    });
  }
}
