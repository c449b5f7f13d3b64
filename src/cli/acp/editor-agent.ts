import { isAbsolute } from 'node:path';
import { randomUUID } from 'node:crypto';
import {
  agent,
  type AgentApp,
  type AgentContext,
  type InitializeResponse,
  PROTOCOL_VERSION,
  RequestError,
  type SessionInfo,
} from '@agentclientprotocol/sdk';
import type { Office } from '../../client/office.js';
import type { WorkspaceSummary } from '../../protocol/records/organisation.js';
import type { Run } from '../../protocol/records/work.js';
import { titleOf } from '../../protocol/rules/run-title.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { submitTexts } from '../../protocol/texts/runs.js';
import { excerpt } from '../printable.js';
import { type Conversation, conversationsOf } from './conversations.js';
import { EditorSession } from './editor-session.js';
import { UnreadablePrompt } from './prompt-text.js';
import { realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Operations } from '../../client/http/operations.js';

/** The longest name of a floor. */
const nameCharacters = 60;

/** The floor that works in a folder. */
async function floorIn(
  http: Operations,
  cwd: string,
  signal: AbortSignal,
): Promise<WorkspaceSummary | undefined> {
  const path = await realPathOf(cwd);
  for (const floor of await http.workspaces({ signal })) {
    if ((await realPathOf(floor.path)) === path) return floor;
  }
  return undefined;
}

/** A new floor for a folder, named after it. @throws OfficeRefusal */
async function openFloorIn(
  http: Operations,
  cwd: string,
  signal: AbortSignal,
): Promise<WorkspaceSummary> {
  const path = await realPathOf(cwd);
  const name = excerpt(basename(path), nameCharacters - 1) || path.slice(0, nameCharacters);
  return http.createWorkspace({ name, path }, { signal });
}

/** The path without links; unchanged if this machine has no such folder. */
async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/** Runs in a page of the history. */
const pageRuns = 200;

/** Pages that are searched for a session. */
const mostPages = 5;

/** The protocol's code for something that does not exist. */
const notFound = -32002;

interface AgentPlace {
  readonly version: string;
  /** A connection to the office. @throws OfficeUnreachable, OfficeRefusal */
  readonly office: () => Promise<Office>;
  /** Aborted when the editor is gone. */
  readonly signal: AbortSignal;
}

/** A place in which a session is opened. */
interface OpenedIn {
  readonly id: string;
  readonly cwd: string;
  readonly floor: WorkspaceSummary;
  readonly editor: AgentContext;
}

/**
 * The office as an agent of the Agent Client Protocol: folders are floors, prompts are runs,
 * permissions are approvals. It decides nothing of its own.
 */
export class EditorAgent {
  private readonly sessions = new Map<string, EditorSession>();

  constructor(private readonly place: AgentPlace) {}

  app(): AgentApp {
    return agent({ name: 'office' })
      .onRequest('initialize', () => this.greeting())
      .onRequest('session/new', ({ params, client }) => told(this.open(params.cwd, client)))
      .onRequest('session/load', ({ params, client }) =>
        told(this.again(params, client, (session, runs) => session.replay(runs))),
      )
      .onRequest('session/resume', ({ params, client }) =>
        told(this.again(params, client, (session, runs) => session.resume(runs))),
      )
      .onRequest('session/list', ({ params }) => told(this.list(params.cwd ?? null)))
      .onRequest('session/set_mode', ({ params: { sessionId, modeId } }) => {
        if (this.session(sessionId).setMode(modeId)) return {};
        throw RequestError.invalidParams(undefined, submitTexts.noPipeline(modeId));
      })
      .onRequest('session/prompt', ({ params: { sessionId, prompt } }) => {
        const session = this.session(sessionId);
        return told(session.prompt(prompt).then((stopReason) => ({ stopReason })));
      })
      .onNotification('session/cancel', ({ params }) => this.session(params.sessionId).cancel());
  }

  private greeting(): InitializeResponse {
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'office', title: editorTexts.title, version: this.place.version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: false, audio: false, embeddedContext: true },
        sessionCapabilities: { list: {}, resume: {} },
      },
      authMethods: [],
    };
  }

  private async open(cwd: string, editor: AgentContext) {
    requireAbsolute(cwd);
    const { http } = await this.place.office();
    const { signal } = this.place;
    const floor = (await floorIn(http, cwd, signal)) ?? (await openFloorIn(http, cwd, signal));
    const id = randomUUID();
    const session = await this.opened({ id, cwd, floor, editor });
    // The editor knows the session once it has the answer.
    setImmediate(() => void session.warn().catch(() => undefined));
    return { sessionId: id, modes: session.modes };
  }

  private async again(
    { cwd, sessionId: id }: { readonly cwd: string; readonly sessionId: string },
    editor: AgentContext,
    goOn: (session: EditorSession, runs: readonly Run[]) => Promise<void>,
  ) {
    requireAbsolute(cwd);
    const { http } = await this.place.office();
    const floor = await floorIn(http, cwd, this.place.signal);
    const found = floor && (await this.conversation(floor, id));
    if (floor === undefined || found === undefined) {
      throw new RequestError(notFound, editorTexts.noSession(id));
    }
    const session = await this.opened({ id, cwd, floor, editor });
    await goOn(session, found.runs);
    return { modes: session.modes };
  }

  private async opened({ id, cwd, floor, editor }: OpenedIn): Promise<EditorSession> {
    const known = this.sessions.get(id);
    if (known !== undefined) return known;
    const { office, signal } = this.place;
    const { http } = await office();
    const { pipelines } = await http.workspace(floor.id, { signal });
    const session = new EditorSession({ id, cwd, floor, pipelines, editor, office, signal });
    this.sessions.set(id, session);
    return session;
  }

  private async conversation({ id: workspaceId }: WorkspaceSummary, id: string) {
    let runs: readonly Run[] = [];
    for (let page = 0; page < mostPages; page += 1) {
      const older = await this.runs({ workspaceId, before: runs.at(-1)?.id });
      runs = [...runs, ...older];
      if (older.length < pageRuns) break;
    }
    return conversationsOf(runs).find((each) => each.id === id);
  }

  private async list(cwd: string | null): Promise<{ sessions: SessionInfo[] }> {
    const { http } = await this.place.office();
    const { signal } = this.place;
    const one = cwd === null ? undefined : await floorIn(http, cwd, signal);
    if (cwd !== null && one === undefined) return { sessions: [] };
    const floors = one === undefined ? await http.workspaces({ signal }) : [one];
    const pathOf = new Map(floors.map((floor) => [floor.id, cwd ?? floor.path]));
    const runs = await this.runs(one === undefined ? {} : { workspaceId: one.id });
    const sessions = conversationsOf(runs).flatMap((each) => sessionInfo(each, pathOf));
    return { sessions };
  }

  private async runs(asked: {
    readonly workspaceId?: string;
    readonly before?: string | undefined;
  }): Promise<readonly Run[]> {
    const { http } = await this.place.office();
    const { workspaceId, before } = asked;
    const page = {
      limit: pageRuns,
      ...(workspaceId !== undefined && { workspaceId }),
      ...(before !== undefined && { before }),
    };
    return http.runs(page, { signal: this.place.signal });
  }

  private session(id: string): EditorSession {
    const session = this.sessions.get(id);
    if (session === undefined) throw new RequestError(notFound, editorTexts.unknownSession(id));
    return session;
  }
}

/** A conversation whose floor is closed cannot go on. */
function sessionInfo(
  { id: sessionId, runs }: Conversation,
  pathOf: ReadonlyMap<string, string>,
): SessionInfo[] {
  const [first] = runs;
  const last = runs.at(-1);
  const cwd = first && pathOf.get(first.workspaceId);
  if (cwd === undefined || last === undefined) return [];
  const title = excerpt(first === undefined ? '' : titleOf(first), 80);
  return [{ sessionId, cwd, title, updatedAt: new Date(last.updatedAt).toISOString() }];
}

function requireAbsolute(cwd: string): void {
  if (isAbsolute(cwd)) return;
  throw new RequestError(-32602, editorTexts.cwdNotAbsolute(cwd));
}

/** The answer, or an error whose message is for the person at the editor. */
async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw requestErrorOf(error);
  }
}

function requestErrorOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new RequestError(error instanceof UnreadablePrompt ? -32602 : -32603, message);
}
