import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { ServerEventOf } from '../../protocol/events.js';
import type { RunEvent } from '../../client/runs/run-event.js';
import type { Run, RunDetail } from '../../protocol/records/work.js';
import { toldTurn } from '../../protocol/rules/told-purpose.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { excerpt, printable } from '../printable.js';
import { nameOf, observe, type FollowedRun, viewOf } from '../followed-run.js';
import { type SpokenPiece, SpeechOrder } from './speech-order.js';
import { questionsOf, toldDecisions } from './told-approval.js';
import { toldCall, toldChanges } from './told-call.js';
import { toldPlan, toldReport } from './told-end.js';

type People = Parameters<typeof viewOf>[1];

interface TellerOptions {
  readonly run: Run;
  readonly people: People;
  /** Where the editor sees the files of the run. */
  readonly root: string;
  /** True: what people said is shown too, because the editor does not show it yet. */
  readonly isReplay: boolean;
}

/** Translates the events of one run into updates of a session, in their order. */
export class RunTeller {
  private view: FollowedRun;
  private readonly speech = new SpeechOrder();
  /** Tool calls that the editor knows. */
  private readonly calls = new Set<string>();
  private plan = '';
  private instructions = 0;
  private own: readonly string[] = [];
  private lastSaid = '';

  constructor(private readonly options: TellerOptions) {
    this.view = viewOf(options.run, options.people);
  }

  get run(): Run {
    return this.view.run;
  }

  nameOf(employeeId: string): string {
    return nameOf(this.view, employeeId);
  }

  /** The editor itself gives this instruction, and shows it already. */
  expectInstruction(text: string): void {
    this.own = [...this.own, text.trim()];
  }

  take(event: RunEvent): readonly SessionUpdate[] {
    const before = this.view;
    this.view = observe(this.view, event);
    switch (event.type) {
      case 'run.created':
        return [...this.brief(event.run), ...this.planned(event.run)];
      case 'run.updated':
        return [...this.instructed(event.run), ...this.planned(event.run)];
      case 'stage.started':
      case 'stage.finished':
        return this.withStage(event);
      case 'turn.started':
        return this.begun(event);
      case 'turn.delta':
        return this.spoken(this.speech.say(event.turnId, event.text, event.restart));
      case 'turn.reasoning':
        return this.spoken(this.speech.think(event.turnId, event.text));
      case 'turn.finished':
        return this.finished(event);
      case 'speech':
        return this.addressed(event, before);
      case 'tool.result':
        this.speech.afterCall(event.turnId);
        return [this.called(toldCall(event.call, this.options.root))];
      case 'approval.requested':
        return [
          ...this.decided(event),
          ...questionsOf(event.approval, this.nameOf(event.approval.employeeId)).flatMap(
            ({ call }) => (this.calls.has(call.toolCallId) ? [] : [this.called(call)]),
          ),
        ];
      case 'approval.decided':
        return this.decided(event);
      case 'error':
        return [message(editorTexts.problem(printable(event.message)))];
      default:
        return [];
    }
  }

  /** After the last event: the held-back texts, and the report. */
  end(detail: RunDetail): readonly SessionUpdate[] {
    const rest = this.spoken(this.speech.close());
    return [...rest, message(toldReport(detail, this.lastSaid))];
  }

  private brief(run: Run): readonly SessionUpdate[] {
    return this.options.isReplay ? [said(run.brief)] : [];
  }

  /** Instructions given by other clients, or earlier. */
  private instructed({ instructions = [] }: Run): readonly SessionUpdate[] {
    const fresh = instructions.slice(this.instructions);
    this.instructions = Math.max(this.instructions, instructions.length);
    return fresh
      .filter(({ text }) => text !== '' && !this.own.includes(text.trim()))
      .map(({ text }) => said(text));
  }

  /** The plan, where it has changed. */
  private planned(run: Run): readonly SessionUpdate[] {
    const plan = toldPlan(run);
    const written = JSON.stringify(plan);
    if (written === this.plan) return [];
    this.plan = written;
    return [{ sessionUpdate: 'plan', ...plan }];
  }

  private withStage({
    stage,
  }: ServerEventOf<'stage.started' | 'stage.finished'>): readonly SessionUpdate[] {
    const { run } = this.view;
    const stages = run.stages.map((each) => (each.id === stage.id ? stage : each));
    this.view = { ...this.view, run: { ...run, stages } };
    return this.planned(this.view.run);
  }

  private begun({ turn }: ServerEventOf<'turn.started'>): readonly SessionUpdate[] {
    const told = toldTurn(this.nameOf(turn.employeeId), turn.purpose);
    this.speech.begin(turn.id, excerpt(told, 200));
    return [];
  }

  private finished({ turn }: ServerEventOf<'turn.finished'>): readonly SessionUpdate[] {
    const pieces = this.speech.finish(turn.id, turn.text);
    const changes = toldChanges(turn, this.nameOf(turn.employeeId), this.options.root);
    this.lastSaid = turn.text;
    return [...this.spoken(pieces), ...(changes === null ? [] : [this.called(changes)])];
  }

  /** In a debate the text was shown with the turn. */
  private addressed(
    event: ServerEventOf<'speech'>,
    { said: known }: FollowedRun,
  ): readonly SessionUpdate[] {
    if (known.get(event.fromEmployeeId)?.trim() === event.text.trim()) return [];
    const to = event.toEmployeeIds.map((id) => this.nameOf(id)).join(', ');
    const from = this.nameOf(event.fromEmployeeId);
    const heading = editorTexts.to(from, to || editorTexts.everyone, event.kind);
    return [message(`${editorTexts.heading(excerpt(heading, 200))}\n\n${printable(event.text)}`)];
  }

  private decided({
    approval,
  }: ServerEventOf<'approval.requested' | 'approval.decided'>): readonly SessionUpdate[] {
    return toldDecisions(approval)
      .filter(({ toolCallId }) => this.calls.has(toolCallId))
      .map((update) => ({ sessionUpdate: 'tool_call_update', ...update }));
  }

  private called(call: ReturnType<typeof toldCall>): SessionUpdate {
    const isKnown = this.calls.has(call.toolCallId);
    this.calls.add(call.toolCallId);
    if (isKnown) return { sessionUpdate: 'tool_call_update', ...call };
    return { sessionUpdate: 'tool_call', ...call };
  }

  private spoken(pieces: readonly SpokenPiece[]): readonly SessionUpdate[] {
    return pieces.map(({ turnId, kind, text }) => ({
      sessionUpdate: kind === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
      messageId: turnId,
      content: { type: 'text', text: printable(text) },
    }));
  }
}

/** A message of the office on its own. */
export function message(text: string): SessionUpdate {
  return {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: `${text}\n\n` },
  };
}

/** What a person said. */
function said(text: string): SessionUpdate {
  return { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } };
}
