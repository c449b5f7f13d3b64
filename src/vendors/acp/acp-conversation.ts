import {
  client,
  PROTOCOL_VERSION,
  RequestError,
  type ClientConnection,
  type RequestPermissionResponse,
  type StopReason,
} from '@agentclientprotocol/sdk';
import pLimit from 'p-limit';
import { z } from 'zod';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError, RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import type { PipedChild } from '../../platform/process/piped-child.js';
import { serviceVersion } from '../../platform/process/service-version.js';
import { within } from '../../platform/process/within.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { clip } from '../../platform/text/clip.js';
import { acceptedItems, anyObject, anything, lenient } from '../../platform/text/foreign-fields.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { secretTexts } from '../../protocol/texts/secrets.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import { readAtMost } from '../../tools/files/read-text.js';
import type { ApprovalAsk } from '../../tools/tool.js';
import type { Engagement, ToldSpend } from '../engagement.js';
import { vendorLimits } from '../vendor-limits.js';
import { AcpSpend } from './acp-spend.js';
import { AcpTranscript } from './acp-transcript.js';
import { agentStream } from './agent-stream.js';
import { optionsFor } from './permission-requests.js';

/** The protocol's code for an agent that is not signed in. */
const authenticationRequired = -32000;

type Params = Readonly<Record<string, unknown>>;

const paramsSchema = anyObject.catch({});

const signInsSchema = z.object({ authMethods: anything }).catch({ authMethods: undefined });

const detailsSchema = z.object({ details: lenient(z.string()) }).catch({});

/** Why a conversation gave no answer; the message is for people and models. */
class AcpFailure extends Error {}

/**
 * A session over the Agent Client Protocol: sends the task, receives updates and questions, until
 * the agent reports the end. The agent may read workspace files through this client, but write
 * none.
 */
export class AcpConversation {
  readonly transcript = new AcpTranscript();
  private readonly connection: ClientConnection;
  private readonly reading = pLimit(vendorLimits.readsAtOnce);
  private readonly spending = new AcpSpend();
  private signIns: readonly string[] = [];
  private sessionId: string | null = null;

  constructor(
    private readonly engagement: Engagement,
    child: PipedChild,
  ) {
    this.connection = client({ name: 'office-orchestration-service' })
      .onRequest('session/request_permission', asObject, ({ params }) => this.permit(params))
      .onRequest('fs/read_text_file', asObject, async ({ params }) => this.read(params))
      .onRequest('fs/write_text_file', asObject, () => {
        throw new RequestError(refusalCode, vendorTexts.acpNoWrites);
      })
      .connect(agentStream(child, (params) => this.update(asObject(params))));
  }

  /**
   * From initialisation to the end of the agent's turn, without a time limit of its own.
   * @throws AcpFailure
   */
  async run(): Promise<StopReason> {
    try {
      await this.introduce();
      const sessionId = await this.openSession();
      this.sessionId = sessionId;
      const answer = await this.connection.agent.request('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text: this.engagement.task }],
      });
      this.spending.takeAnswer(answer);
      return answer.stopReason;
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Asks the agent to stop; it answers by ending its turn. */
  async cancel(): Promise<void> {
    const { sessionId } = this;
    if (sessionId === null) return;
    await this.connection.agent.notify('session/cancel', { sessionId }).catch(() => undefined);
  }

  /** What the agent told of its spend so far. */
  get spend(): ToldSpend | undefined {
    return this.spending.told;
  }

  /** True if nothing more can be sent to the agent. */
  get isOver(): boolean {
    return this.connection.signal.aborted;
  }

  close(): void {
    this.connection.close();
  }

  private async introduce(): Promise<void> {
    const greeting = this.connection.agent.request('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: false } },
      clientInfo: { name: 'office-orchestration-service', version: serviceVersion },
    });
    const answer = await inTime('initialize', vendorLimits.initializeMs, greeting);
    const { protocolVersion } = answer;
    this.signIns = signInsOf(answer);
    if (protocolVersion !== PROTOCOL_VERSION) {
      throw new AcpFailure(vendorTexts.acpVersion(String(protocolVersion)));
    }
  }

  private async openSession(): Promise<string> {
    const opening = this.connection.agent.request('session/new', {
      cwd: this.engagement.workspace,
      mcpServers: [],
    });
    const { sessionId } = await inTime('session/new', vendorLimits.newSessionMs, opening);
    return sessionId;
  }

  private update({ sessionId, update }: Params): void {
    if (sessionId !== this.sessionId) return;
    this.transcript.take(update);
    this.spending.takeUpdate(update);
  }

  /** Asks a person, if the agent offers a yes for this single action. */
  private async permit(params: Params): Promise<RequestPermissionResponse> {
    this.requireOwnSession(params);
    const { allow, reject } = optionsFor(params.options);
    const question = describeRequest(
      this.engagement,
      this.transcript,
      params.toolCall,
      allow?.name ?? null,
    );
    const approved = allow !== null && (await this.engagement.ask(question)).approved;
    const optionId = (approved ? allow : reject)?.id ?? null;
    return {
      outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
    };
  }

  private async read(params: Params): Promise<{ content: string }> {
    this.requireOwnSession(params);
    if (this.reading.pendingCount >= vendorLimits.readsWaiting) {
      throw new RequestError(refusalCode, vendorTexts.acpTooManyReads(vendorLimits.readsWaiting));
    }
    const { path, line, limit } = params;
    const request = { path, line, limit } as ReadRequest;
    const content = await this.reading(() =>
      this.isOver ? '' : readForAgent(this.engagement, request),
    );
    return { content };
  }

  private requireOwnSession({ sessionId }: Params): void {
    if (this.sessionId !== null && sessionId === this.sessionId) return;
    const named = clip(String(sessionId), vendorLimits.titleCharacters);
    throw new RequestError(refusalCode, vendorTexts.acpForeignSession(named));
  }

  private explain(error: unknown): AcpFailure {
    if (error instanceof AcpFailure) return error;
    if (error instanceof RequestError && error.code === authenticationRequired) {
      const required = vendorTexts.acpAuthentication(this.engagement.vendor.authNote);
      const ways = this.signIns.length === 0 ? '' : vendorTexts.acpSignIns(this.signIns);
      return new AcpFailure(required + ways);
    }
    return new AcpFailure(vendorTexts.acpStopped(reasonOf(error)));
  }
}

/** The ways to sign in that an agent names. */
function signInsOf(answer: unknown): readonly string[] {
  const { authMethods } = signInsSchema.parse(answer);
  return acceptedItems(z.object({ name: z.string() }))
    .parse(authMethods)
    .slice(0, vendorLimits.signIns)
    .map(({ name }) => cleaned(name, vendorLimits.titleCharacters, '…'));
}

function asObject(params: unknown): Params {
  return paramsSchema.parse(params);
}

async function inTime<T>(step: string, ms: number, answer: Promise<T>): Promise<T> {
  const given = await within(
    ms,
    answer.then((value) => ({ value })),
  );
  if (given === undefined) throw new AcpFailure(vendorTexts.acpStepTimedOut(step, ms));
  return given.value;
}

/** Agents put the cause into the details of a general error. */
function reasonOf(error: unknown): string {
  const { details } = detailsSchema.parse(error instanceof RequestError ? error.data : undefined);
  const message = details === undefined ? messageOf(error) : `${messageOf(error)}: ${details}`;
  return clip(message, vendorLimits.errorCharacters, '…');
}

/**
 * The question to a person when an agent requests permission for an action.
 * @param answer what the agent will be told after a yes, in its own words
 */
function describeRequest(
  { vendor, task, workspace }: Engagement,
  transcript: AcpTranscript,
  toolCall: unknown,
  answer: string | null,
): ApprovalAsk {
  const { title, kind, paths, input } = transcript.describe(toolCall);
  return {
    kind: 'network',
    midway: true,
    touches: vendorTexts.touches(vendor.label, workspace),
    summary: vendorTexts.permissionSummary(vendor.label, title ?? vendorTexts.permissionUntitled),
    detail: vendorTexts.permissionDetail({
      kind: kind ?? 'other',
      paths: paths.map(sanitizeOutput),
      input,
      answer: answer === null ? null : cleaned(answer, vendorLimits.titleCharacters, '…'),
      task: clip(task, vendorLimits.detailCharacters, '…'),
    }),
  };
}

/** JSON-RPC error code of all refusals. */
const refusalCode = -32001;

interface ReadRequest {
  readonly path: string;
  /** First line, from 1. */
  readonly line?: number | null;
  /** Number of lines. */
  readonly limit?: number | null;
}

/**
 * A workspace file, or the requested lines of it.
 * @throws RequestError if it is outside, not a regular file, or too large.
 */
export async function readForAgent(
  { workspace, hidden, signal }: Pick<Engagement, 'hidden' | 'signal' | 'workspace'>,
  request: ReadRequest,
): Promise<string> {
  try {
    const root = new ConfinedRoot(workspace);
    const path = root.relative(await root.check(request.path));
    if (await hidden?.hides(path, signal)) throw new RefusedError(secretTexts.closed(path));
    const text = await readText(root, request.path);
    return linesOf(text, request);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (error instanceof OfficeError) throw new RequestError(refusalCode, error.message);
    throw new RequestError(refusalCode, messageOf(error));
  }
}

async function readText(root: ConfinedRoot, path: string): Promise<string> {
  const found = await root.find(path);
  if (found.kind === 'missing') throw new RequestError(refusalCode, vendorTexts.acpNoFile(path));
  if (found.kind === 'directory') {
    await found.directory.close();
    throw new RequestError(refusalCode, vendorTexts.acpNotAFile(path));
  }
  await using file = found.file;
  const bytes = await readAtMost(file, found.size, vendorLimits.readFileBytes);
  if (bytes !== undefined) return bytes.toString('utf8');
  const reason = vendorTexts.acpFileTooLarge(path, vendorLimits.readFileBytes);
  throw new RequestError(refusalCode, reason);
}

function linesOf(text: string, { line, limit }: ReadRequest): string {
  if (typeof line !== 'number' && typeof limit !== 'number') return text;
  const first = Math.max(1, Math.trunc(line ?? 1)) - 1;
  const count = Math.max(0, Math.trunc(limit ?? Infinity));
  return text
    .split('\n')
    .slice(first, first + count)
    .join('\n');
}
