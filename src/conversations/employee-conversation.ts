import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  type ModelAnswer,
  ModelCaller,
  ModelCallFailure,
  type ModelMessage,
} from '../models/gateway/model-call.js';
import { ModelsService } from '../models/models.service.js';
import type { RouteRequest } from '../models/routing/route-request.js';
import { noUsage } from '../models/gateway/usage.js';
import { StoreRetry } from '../platform/database/store-retry.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { ReceivedEvents } from '../platform/fleet/received-events.js';
import { inWork } from '../platform/telemetry/work-context.js';
import type { Role, Workspace } from '../protocol/records/organisation.js';
import type { UsageRecord } from '../protocol/records/work.js';
import type { RouteDecision } from '../protocol/records/routes.js';
import { conversationTexts } from '../protocol/texts/conversations.js';
import { submitTexts } from '../protocol/texts/runs.js';
import { findRole } from '../workspaces/people/change-role.js';
import { EmployeesService } from '../workspaces/employees/employees.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';

/** The employee in a conversation. */
interface Interlocutor {
  readonly floor: Workspace;
  readonly role: Role;
}

interface EmployeeAnswer {
  readonly text: string;
  readonly route: RouteDecision;
}

/** The floor of a conversation that names none. */
export type FallbackFloor = () => Promise<Workspace | undefined>;

/** Routing of answers outside runs. */
const effort = { taskClass: 'summarize', complexity: 0.3 } as const;

/**
 * Calls models for conversations outside runs: no tools, no streaming, no limit. The cost, also of
 * a broken answer, is added to the employee's usage and the floor's spend.
 */
@Injectable()
export class EmployeeConversation implements OnModuleDestroy {
  private readonly closing = new AbortController();

  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly employees: EmployeesService,
    private readonly models: ModelsService,
    private readonly caller: ModelCaller,
    private readonly transactions: Transactions,
    private readonly retry: StoreRetry,
    private readonly heard: ReceivedEvents,
  ) {}

  onModuleDestroy(): void {
    this.closing.abort();
  }

  /**
   * Finds the employee on the named floor, else on the fallback.
   * @throws RefusedError if there is no such floor or employee
   */
  async find(
    { employeeId, workspaceId }: { readonly employeeId: string; readonly workspaceId?: string },
    fallback: FallbackFloor,
  ): Promise<Interlocutor> {
    const floor = await (workspaceId === undefined
      ? fallback()
      : this.workspaces.find(workspaceId));
    if (floor === undefined || floor === null) {
      throw new RefusedError(
        workspaceId === undefined
          ? conversationTexts.noWorkspaces
          : submitTexts.noWorkspace(workspaceId),
      );
    }
    const role = findRole(floor, employeeId);
    if (role === undefined) {
      throw new RefusedError(conversationTexts.noEmployee(employeeId, floor.name));
    }
    return { floor, role };
  }

  /**
   * Asks the employee, and stores cost and conclusion in one transaction. Returns the conclusion.
   * The call ends if the client leaves; its cost is counted.
   * @throws ModelCallFailure if no model answers
   */
  async ask<T>(
    interlocutor: Interlocutor,
    messages: readonly ModelMessage[],
    conclude: (tx: Tx, answer: EmployeeAnswer) => T,
    left?: AbortSignal,
  ): Promise<T> {
    // Disabled models and those of plugins are known from events only.
    await this.heard.all();
    const route = this.models.route(await this.requestOf(interlocutor));
    const { text, usage } = await this.call(interlocutor, route, messages, left);
    return this.count(interlocutor, usage, (tx) => {
      const conclusion = conclude(tx, { text, route });
      tx.conclude(conclusion);
      return conclusion;
    });
  }

  private async call(
    interlocutor: Interlocutor,
    route: RouteDecision,
    messages: readonly ModelMessage[],
    left?: AbortSignal,
  ): Promise<ModelAnswer> {
    const signal = AbortSignal.any([this.closing.signal, ...(left ? [left] : [])]);
    try {
      const { floor, role } = interlocutor;
      return await inWork({ workspaceId: floor.id, roleId: role.id }, () =>
        this.caller.call(route, { messages, tools: [], signal }),
      );
    } catch (thrown) {
      const broken = thrown instanceof ModelCallFailure ? thrown.usage : noUsage;
      if (broken.tokensIn > 0) await this.count(interlocutor, broken, () => undefined);
      throw thrown;
    }
  }

  /** The role's policy without its tiers per task class, because this is no task. */
  private async requestOf({ floor, role }: Interlocutor): Promise<RouteRequest> {
    const { byTaskClass: _, ...policy } = role.modelPolicy;
    return { ...effort, policy, posture: await this.workspaces.postureOf(floor) };
  }

  private count<T>(
    { floor, role }: Interlocutor,
    usage: UsageRecord,
    conclude: (tx: Tx) => T,
  ): Promise<T> {
    const key = { workspaceId: floor.id, roleId: role.id };
    const account = async (tx: Tx): Promise<T> => {
      this.employees.addConversation(tx, key, usage);
      this.workspaces.addSpend(tx, floor.id, usage.costUsd);
      return conclude(tx);
    };
    return this.retry.persist(() => this.transactions.run(account), this.closing.signal);
  }
}
