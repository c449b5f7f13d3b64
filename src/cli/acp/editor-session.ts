import type {
  AgentContext,
  ContentBlock,
  SessionModeState,
  SessionUpdate,
  StopReason,
} from '@agentclientprotocol/sdk';
import { OfficeRefusal } from '../../client/errors.js';
import type { Office } from '../../client/office.js';
import type { WorkspaceSummary } from '../../protocol/records/organisation.js';
import type { Pipeline, Run } from '../../protocol/records/work.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { titleOf } from '../../protocol/rules/run-title.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { steerTexts } from '../../protocol/texts/runs.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { excerpt } from '../printable.js';
import { FollowedRun } from './followed-run.js';
import { briefOf } from './prompt-text.js';
import { message } from './run-teller.js';
import { sendUpdates } from './session-updates.js';
import { stopReasonOf } from './told-end.js';

/** The mode in which the office chooses the pipeline. */
const anyPipeline = 'office-chooses';

interface SessionPlace {
  readonly id: string;
  readonly cwd: string;
  readonly floor: WorkspaceSummary;
  readonly pipelines: readonly Pipeline[];
  readonly editor: AgentContext;
  /** The connection to the office; a new one after the first was given up. */
  readonly office: () => Promise<Office>;
  /** Aborted when the editor is gone. */
  readonly signal: AbortSignal;
}

interface AtWork {
  readonly followed: FollowedRun;
  readonly ended: Promise<Run>;
}

/** A conversation in an editor: its prompts are runs of one floor that follow each other. */
export class EditorSession {
  private mode = anyPipeline;
  private lastRunId: string | undefined;
  private atWork: AtWork | undefined;
  /** A run that is not accepted yet. */
  private beginning: Promise<AtWork> | undefined;
  /** Aborted if the editor cancels before the run is accepted. */
  private accepting: AbortController | undefined;

  constructor(private readonly place: SessionPlace) {}

  get modes(): SessionModeState {
    const { pipelines } = this.place;
    return {
      currentModeId: this.mode,
      availableModes: [
        {
          id: anyPipeline,
          name: editorTexts.autoMode,
          description: editorTexts.autoModeDetail,
        },
        ...pipelines.map(({ id, name, description }) => ({ id, name, description })),
      ],
    };
  }

  /** False: there is no such pipeline. */
  setMode(modeId: string): boolean {
    const isKnown = this.modes.availableModes.some(({ id }) => id === modeId);
    if (isKnown) this.mode = modeId;
    return isKnown;
  }

  /**
   * Begins a run, goes on from the last one, or steers the one at work; resolves at its end.
   * @throws UnreadablePrompt, OfficeUnreachable
   */
  async prompt(blocks: readonly ContentBlock[]): Promise<StopReason> {
    const brief = briefOf(blocks, this.place.cwd);
    try {
      return stopReasonOf(await this.carryOut(brief));
    } catch (error) {
      if (!(error instanceof OfficeRefusal)) throw error;
      await this.send([message(error.message)]);
      return 'refusal';
    }
  }

  /** Cancels the run at work. */
  async cancel(): Promise<void> {
    this.accepting?.abort();
    if (this.atWork !== undefined) await this.cancelRun(this.atWork.followed.run.id);
  }

  /** Shows the conversation so far, and follows its last run if that is still at work. */
  async replay(runs: readonly Run[]): Promise<void> {
    for (const run of runs) {
      const followed = await this.followed(run, true);
      await followed.replay();
      this.goOnFrom(followed);
    }
  }

  /** Continues a conversation that the editor already shows. */
  async resume(runs: readonly Run[]): Promise<void> {
    const last = runs.at(-1);
    if (last !== undefined) this.goOnFrom(await this.followed(last, false));
  }

  /** Warns if the files of the floor are not trusted. */
  async warn(): Promise<void> {
    const { trusted, id } = this.place.floor;
    if (trusted === false) await this.send([message(workspaceTexts.notTrusted(id))]);
  }

  /** Carries out one run at a time: a prompt sent meanwhile steers the run at work. */
  private async carryOut(brief: string): Promise<Run> {
    for (;;) {
      const found = this.atWork ?? this.beginning;
      if (found === undefined) break;
      const atWork = await Promise.resolve(found).catch(() => undefined);
      // The prompt that began the run reports why it was refused.
      if (atWork === undefined) continue;
      const isSteered = await this.steer(atWork, brief);
      const ended = await atWork.ended;
      if (isSteered) return ended;
    }
    const beginning = (this.beginning = this.begin(brief));
    const { ended } = await beginning.finally(() => (this.beginning = undefined));
    return ended;
  }

  private async begin(brief: string): Promise<AtWork> {
    const { id: session, floor } = this.place;
    const accepting = (this.accepting = new AbortController());
    const office = await this.place.office();
    const run = await office.http.submit({
      brief,
      workspaceId: floor.id,
      session,
      ...(this.mode !== anyPipeline && { pipelineId: this.mode }),
      ...(this.lastRunId !== undefined && { continues: this.lastRunId }),
    });
    this.accepting = undefined;
    const isFirst = this.lastRunId === undefined;
    const atWork = this.goOn(await this.followed(run, false));
    if (accepting.signal.aborted) await this.cancelRun(run.id);
    if (isFirst) await this.send([titleUpdate(run)]);
    return atWork;
  }

  /** False: the run has ended meanwhile. */
  private async steer({ followed }: AtWork, text: string): Promise<boolean> {
    const office = await this.place.office();
    await office.online(this.place.signal);
    followed.expectInstruction(text);
    try {
      await office.steer(followed.run.id, text, { signal: this.place.signal });
    } catch (error) {
      if (!(error instanceof OfficeRefusal)) throw error;
      if (error.message.includes(steerTexts.notAtWork)) return false;
      throw error;
    }
    await this.send([message(editorTexts.steered)]);
    return true;
  }

  private async cancelRun(runId: string): Promise<void> {
    const office = await this.place.office();
    await office.online(this.place.signal);
    await office.cancel(runId, { signal: this.place.signal }).catch((error: unknown) => {
      // It has ended already.
      if (!(error instanceof OfficeRefusal)) throw error;
    });
  }

  private async followed(run: Run, isReplay: boolean): Promise<FollowedRun> {
    const { id: sessionId, cwd, floor, editor, signal } = this.place;
    const office = await this.place.office();
    const place = { office, editor, sessionId, cwd, floorPath: floor.path, signal };
    return FollowedRun.of(run, place, isReplay);
  }

  private goOnFrom(followed: FollowedRun): void {
    const { id, status } = followed.run;
    this.lastRunId = id;
    // A reloaded session already follows its run.
    if (!isFinal(status) && this.atWork?.followed.run.id !== id) this.goOn(followed);
  }

  private goOn(followed: FollowedRun): AtWork {
    this.lastRunId = followed.run.id;
    const ended = followed.follow().finally(() => {
      if (this.atWork === atWork) this.atWork = undefined;
    });
    // A failure is reported only to callers that await the end.
    ended.catch(() => undefined);
    const atWork = (this.atWork = { followed, ended });
    return atWork;
  }

  private send(updates: readonly SessionUpdate[]): Promise<void> {
    const { editor, id: sessionId } = this.place;
    return sendUpdates({ editor, sessionId }, updates);
  }
}

function titleUpdate(run: Run): SessionUpdate {
  return {
    sessionUpdate: 'session_info_update',
    title: excerpt(titleOf(run), 80),
    updatedAt: new Date(run.createdAt).toISOString(),
  };
}
