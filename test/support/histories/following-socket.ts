import { setTimeout } from 'node:timers';
import { WebSocket } from 'ws';
import type { ServerEvent } from '#protocol/events.js';
import { runIdOf } from '#protocol/rules/run-id-of.js';
import { httpTexts } from '#protocol/texts/http.js';
import { healthTexts } from '#protocol/texts/process.js';
import type { Approval } from '#protocol/records/work.js';
import { type ClientView, differences, viewAfter } from './client-view.js';
import type { HistoryRecorder } from './history-recorder.js';
import type { Message } from './history.js';

const retryMs = 100;

/** After these nobody knows whether the command took effect. */
const faults: readonly string[] = [
  healthTexts.storeSilent,
  healthTexts.storeBusy,
  healthTexts.closing,
  httpTexts.internal,
];

interface Followed {
  readonly name: string;
  readonly recorder: HistoryRecorder;
  /** The process to ask, by its name and port, for each connection; null: there is none. */
  readonly target: () => { readonly replica: string; readonly port: number } | null;
  /** Questions as they are asked, and those that are open where it comes in. */
  readonly onAsked?: (approval: Approval) => void;
}

/**
 * A client that asks for what it missed whenever its socket has ended, and tells a recorder what it
 * gets. It keeps a state of its own and compares it with the service's after each end of a run.
 */
export class FollowingSocket {
  /** The last number it got; 0 before the first. */
  last = 0;
  private socket: WebSocket | null = null;
  private view: ClientView | null = null;
  private replica = '';
  private connections = 0;
  private asked = 0;
  private isOver = false;
  /** What becomes of answers to commands under way, by their ids. */
  private readonly waiting = new Map<string, (frame: ServerEvent) => void>();

  constructor(private readonly followed: Followed) {
    this.connect();
  }

  /** Nothing while it is not connected. */
  approve(approval: string, approved: boolean): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.asked += 1;
    const requestId = `${this.followed.name}-${this.asked}`;
    const { name: client, recorder } = this.followed;
    const input = { approval, approved };
    const answered = recorder.begin({ client, replica: this.replica, kind: 'approve', input });
    this.waiting.set(requestId, (frame) => {
      if (frame.type === 'command.done') {
        const { status } = frame.result as Approval;
        answered({ ok: true, value: { status } });
      } else if (frame.type === 'error' && !faults.includes(frame.message)) {
        answered({ ok: false, error: frame.message });
      }
    });
    this.send({ type: 'approve', approvalId: approval, approved, requestId });
  }

  close(): void {
    this.isOver = true;
    this.socket?.terminate();
  }

  private send(command: object): void {
    this.socket?.send(JSON.stringify(command));
  }

  private connect(): void {
    const target = this.followed.target();
    if (target === null) {
      setTimeout(() => this.reconnect(), retryMs);
      return;
    }
    this.replica = target.replica;
    this.connections += 1;
    const socket = new WebSocket(`ws://127.0.0.1:${target.port}/ws?since=${this.last}`);
    const since = this.last;
    let isGreeted = false;
    socket.on('message', (frame: Buffer) => {
      const event = JSON.parse(frame.toString()) as ServerEvent;
      if (event.type === 'hello' && !isGreeted) this.greeted(event.seq ?? 0, since);
      if (event.type === 'hello' && isGreeted) this.compare(event);
      isGreeted = true;
      this.receive(event);
    });
    // A `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.waiting.clear();
      setTimeout(() => this.reconnect(), retryMs);
    });
    this.socket = socket;
  }

  private reconnect(): void {
    if (!this.isOver) this.connect();
  }

  private greeted(seq: number, since: number): void {
    const { name: client, recorder } = this.followed;
    recorder.note({ entry: 'connected', client, connection: this.connections, since, seq });
  }

  /** Everything before has come by now. */
  private compare({ state, seq = 0 }: ServerEvent & { type: 'hello' }): void {
    if (this.view === null) return;
    const { name: client, recorder } = this.followed;
    const different = differences(this.view, state, false);
    recorder.note({ entry: 'state', client, after: this.view.seq, seq, different });
  }

  private receive(event: ServerEvent): void {
    this.view = viewAfter(this.view, event);
    const { onAsked, recorder, name: client } = this.followed;
    if (event.type === 'hello') event.state.approvals.forEach((approval) => onAsked?.(approval));
    if (event.type === 'approval.requested') onAsked?.(event.approval);
    if ('requestId' in event && typeof event.requestId === 'string') {
      this.waiting.get(event.requestId)?.(event);
      this.waiting.delete(event.requestId);
    }
    // The number of a hello is that of an event.
    if (event.type === 'hello' || event.seq === undefined) return;
    this.last = event.seq;
    const { connections: connection } = this;
    recorder.note({ entry: 'message', client, connection, ...aboutOf(event), seq: event.seq });
    if (event.type === 'stage.finished' || event.type === 'run.updated') {
      this.send({ type: 'resync' });
    }
  }
}

/** What the oracles ask of an event. */
export function aboutOf(event: ServerEvent): Pick<Message, 'type' | 'approval' | 'run' | 'turn'> {
  const { type } = event;
  if (type === 'approval.requested' || type === 'approval.decided') {
    return { type, approval: approvalOf(event.approval) };
  }
  if (type === 'turn.started' || type === 'turn.finished') return { type, turn: event.turn.id };
  if (type === 'run.updated') return { type, run: { id: event.run.id, status: event.run.status } };
  const run = runIdOf(event);
  return run === null ? { type } : { type, run: { id: run } };
}

function approvalOf({ id, status, decidedBy, items }: Approval): NonNullable<Message['approval']> {
  const asked = { id, ...(items && { items: items.map((item) => item.id) }) };
  if (status === 'pending') return { ...asked, status };
  return { ...asked, status, by: decidedBy ?? 'nobody' };
}
