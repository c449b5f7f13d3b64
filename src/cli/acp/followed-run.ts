import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Office } from '../../client/office.js';
import type { RunEvent } from '../../client/runs/run-event.js';
import type { Run } from '../../protocol/records/work.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { RunQuestions } from './run-questions.js';
import { message, RunTeller } from './run-teller.js';
import { sendUpdates, type ShownSession } from './session-updates.js';

interface FollowedPlace extends ShownSession {
  readonly office: Office;
  /** The folder of the editor. */
  readonly cwd: string;
  /** The folder of the floor. */
  readonly floorPath: string;
  readonly signal: AbortSignal;
}

/** One run as a session of the editor shows it. */
export class FollowedRun {
  private readonly questions: RunQuestions;
  private lastSeq = -1;

  private constructor(
    private readonly place: FollowedPlace,
    private readonly teller: RunTeller,
  ) {
    const { office, editor, sessionId } = place;
    const tell = (text: string): Promise<void> => this.send([message(text)]);
    this.questions = new RunQuestions(office, { editor, sessionId, tell });
  }

  static async of(run: Run, place: FollowedPlace, isReplay: boolean): Promise<FollowedRun> {
    const { office, cwd, floorPath, signal } = place;
    const { employees: people } = await office.http.workspace(run.workspaceId, { signal });
    // A run in a worktree works on other files than the editor shows.
    const root = run.workspacePath === floorPath ? cwd : run.workspacePath;
    return new FollowedRun(place, new RunTeller({ run, people, root, isReplay }));
  }

  get run(): Run {
    return this.teller.run;
  }

  expectInstruction(text: string): void {
    this.teller.expectInstruction(text);
  }

  /** Shows the stored events of the run, and its report if it has ended. */
  async replay(): Promise<void> {
    const { office, signal } = this.place;
    for (const event of await office.storedEvents(this.run.id, { signal })) await this.tell(event);
    if (isFinal(this.run.status)) await this.report();
  }

  /** Shows later events until the run ends. @throws if the office can no longer be reached */
  async follow(): Promise<Run> {
    const { office, signal } = this.place;
    const stop = office.onStatus(this.tellsConnection());
    try {
      for await (const event of office.followRun(this.run.id, { signal })) {
        const isTold = event.seq !== undefined && event.seq <= this.lastSeq;
        if (!isTold) await this.tell(event);
        this.ask(event);
      }
      return await this.report();
    } finally {
      stop();
      this.questions.close();
    }
  }

  private async tell(event: RunEvent): Promise<void> {
    this.lastSeq = Math.max(this.lastSeq, event.seq ?? -1);
    await this.send(this.teller.take(event));
  }

  private ask(event: RunEvent): void {
    if (event.type !== 'approval.requested' && event.type !== 'approval.decided') return;
    this.questions.take(event.approval, (id) => this.teller.nameOf(id));
  }

  private async report(): Promise<Run> {
    const { office, signal } = this.place;
    const detail = await office.http.run(this.run.id, { signal });
    await this.send(this.teller.end(detail));
    return detail;
  }

  private tellsConnection(): Parameters<Office['onStatus']>[0] {
    let isLost = false;
    return ({ phase }) => {
      const wasLost = isLost;
      if (phase === 'waiting') isLost = true;
      if (phase === 'online') isLost = false;
      if (isLost === wasLost) return;
      const words = isLost ? editorTexts.lost : editorTexts.back;
      // An editor that is gone is told nothing.
      this.send([thought(words)]).catch(() => undefined);
    };
  }

  private send(updates: readonly SessionUpdate[]): Promise<void> {
    return sendUpdates(this.place, updates);
  }
}

function thought(text: string): SessionUpdate {
  return {
    sessionUpdate: 'agent_thought_chunk',
    content: { type: 'text', text: `${text}\n\n` },
  };
}
