import { Injectable } from '@nestjs/common';
import { messageOf } from '../platform/errors/error-text.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { FleetLocks } from '../platform/fleet/fleet-locks.js';
import { redactor } from '../platform/logging/redact.js';
import { ChildEnvironments } from '../platform/process/child-environments.js';
import { secretValuesIn } from '../platform/process/secret-name.js';
import { clip } from '../platform/text/clip.js';
import { sanitizeOutput } from '../platform/text/sanitize-output.js';
import { holdsSeen } from '../platform/text/spelling.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import { failure } from '../tools/checked-tool.js';
import { declined, withPersonsWord } from '../tools/declined.js';
import { workspaceEnvironment } from '../tools/git/safe-directory.js';
import type {
  ApprovalAnswer,
  ApprovalAsk,
  ForesightContext,
  ToolArguments,
  ToolContext,
  ToolResult,
} from '../tools/tool.js';
import { PermissionRequests } from './acp/permission-requests.js';
import type { VendorConfig } from './config/vendor-config.js';
import { confinePaths, renderEngagement } from './delegation/render-engagement.js';
import type { Engagement, EngagementResult } from './engagement.js';
import { vendorLimits } from './vendor-limits.js';
import { VendorSlots } from './vendor-slots.js';
import { afterEngagement, displayVendor, whileEngaged } from './vendor-status.js';

/** An employee's request to a harness. */
interface DelegationRequest {
  readonly task: string;
  readonly timeoutMs: number;
}

/**
 * Parses the arguments of a delegation; null without a task. An invalid time counts as absent; it
 * is limited to the harness's own.
 */
export function readDelegationRequest(
  args: ToolArguments,
  ceilingMs: number,
): DelegationRequest | null {
  if (typeof args.task !== 'string' || !holdsSeen(args.task)) return null;
  const task = sanitizeOutput(args.task).trim();
  const wanted = Math.trunc(Number(args.timeoutMs ?? ceilingMs));
  const timeoutMs = Number.isFinite(wanted)
    ? Math.min(Math.max(wanted, vendorLimits.minTimeoutMs), ceilingMs)
    : ceilingMs;
  return { task, timeoutMs };
}

const notNeeded: ApprovalAnswer = { approved: true, reason: null };

/**
 * Passes employees' tasks to harnesses, one at a time per harness over all replicas. Every outcome
 * is the result of a tool call.
 */
@Injectable()
export class DelegationService {
  constructor(
    private readonly slots: VendorSlots,
    private readonly environments: ChildEnvironments,
    private readonly locks: FleetLocks,
  ) {}

  async delegate(vendorId: string, args: ToolArguments, context: ToolContext): Promise<ToolResult> {
    const config = this.slots.get(vendorId)?.config;
    if (config === undefined) return failure(vendorTexts.noVendor(vendorId));
    const request = readDelegationRequest(args, config.timeoutMs);
    if (request === null) return failure(vendorTexts.taskRequired(config.label));
    if (!config.enabled) return failure(vendorTexts.offsite(config.label));
    if (this.isEngaged(vendorId)) return failure(vendorTexts.busy(config.label));
    const refusal = await confinementRefusal(config, context);
    if (refusal !== null) return failure(refusal);
    const question = questionOf(config, request, context);
    const answer = question === null ? notNeeded : await context.requestApproval(question);
    if (!answer.approved) return declined(vendorTexts.declined(config.label), answer);
    // Another call or replica may have engaged it during the approval.
    const release = await this.locks.tryTake(`harness ${vendorId}`);
    if (release === null) return failure(vendorTexts.busy(config.label));
    try {
      const result = await this.engage(config, request, context);
      return { ...result, content: withPersonsWord(result.content, answer) };
    } finally {
      await release();
    }
  }

  /** What a delegation would ask a person first; null: nothing. */
  foresee(vendorId: string, args: ToolArguments, context: ForesightContext): ApprovalAsk | null {
    const config = this.slots.get(vendorId)?.config;
    if (!config?.enabled || this.isEngaged(vendorId)) return null;
    const request = readDelegationRequest(args, config.timeoutMs);
    return request === null ? null : questionOf(config, request, context);
  }

  private isEngaged(vendorId: string): boolean {
    return this.slots.get(vendorId)?.vendor.status === 'engaged';
  }

  private async engage(
    config: VendorConfig,
    request: DelegationRequest,
    context: ToolContext,
  ): Promise<ToolResult> {
    const permissions = new PermissionRequests(
      (question) => context.requestApproval(question),
      vendorLimits.questions,
    );
    const { workspaceRoot, signal, shell } = context;
    const confinement = await shell?.ofEntry(config);
    const given = { ...this.environments.inherited(), ...config.env };
    const startedAt = performance.now();
    this.slots.update(config.id, (vendor) =>
      whileEngaged(vendor, firstLine(request.task, vendorLimits.activityCharacters)),
    );
    const result = await this.settle(config, {
      vendor: config,
      task: instructed(config, request.task),
      workspace: workspaceRoot,
      ...(context.hidden && { hidden: context.hidden }),
      environment: await workspaceEnvironment(given, workspaceRoot, signal),
      ...(confinement && { confinement }),
      timeoutMs: request.timeoutMs,
      signal,
      ask: (question) => permissions.ask(question),
    });
    const durationMs = Math.round(performance.now() - startedAt);
    await permissions.close();
    const paths = await confinePaths(result.paths, workspaceRoot);
    return renderEngagement(config.label, result, paths, durationMs);
  }

  /** The harness is free afterwards, whatever the outcome. */
  private async settle(config: VendorConfig, engagement: Engagement): Promise<EngagementResult> {
    const result = await engage(config.transport, engagement).catch(
      (error: unknown): EngagementResult => ({
        outcome: 'failed',
        text: '',
        error: messageOf(error),
        paths: [],
        remarks: [],
      }),
    );
    const error = result.error && redactor(secretValuesIn(config.env))(result.error);
    this.slots.update(config.id, (vendor) => afterEngagement(vendor, { ...result, error }));
    return { ...result, error };
  }
}

/** Why a harness may not be started as its entry says; null: it may. */
async function confinementRefusal(
  config: VendorConfig,
  { shell }: ToolContext,
): Promise<string | null> {
  try {
    await shell?.ofEntry(config);
    return null;
  } catch (error) {
    if (error instanceof RefusedError) return error.message;
    throw error;
  }
}

/** A person is asked first only if nothing but its own word keeps the harness from writing. */
function questionOf(
  config: VendorConfig,
  { task }: DelegationRequest,
  { autoApproveShell, workspaceRoot }: ForesightContext,
): ApprovalAsk | null {
  const { label, capabilities } = config;
  if (capabilities.readOnlyEnforcement !== 'requested' || autoApproveShell) return null;
  return {
    kind: 'network',
    summary: vendorTexts.approvalSummary(label, firstLine(task, vendorLimits.summaryCharacters)),
    detail: vendorTexts.approvalDetail(displayVendor(config), workspaceRoot, task),
    touches: vendorTexts.touches(label, workspaceRoot),
  };
}

/** The service's own instruction, before any employee's text. */
function instructed({ capabilities }: VendorConfig, task: string): string {
  return capabilities.readOnlyEnforcement === 'requested'
    ? `${vendorTexts.readOnlyInstruction}\n\n${task}`
    : task;
}

function firstLine(text: string, max: number): string {
  const [first = ''] = text.split('\n');
  return clip(first, max - 1, '…');
}

/** A protocol is loaded with its first task. */
async function engage(
  transport: VendorConfig['transport'],
  engagement: Engagement,
): Promise<EngagementResult> {
  if (transport === 'acp') {
    const { engageByAcp } = await import('./acp/acp-transport.js');
    return engageByAcp(engagement);
  }
  const { engageByCommand } = await import('./command/command-transport.js');
  return engageByCommand(engagement);
}
