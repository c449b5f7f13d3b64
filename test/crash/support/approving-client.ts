import { WebSocket } from 'ws';
import type { ServerEvent } from '../../../src/protocol/events.js';
import type { RunStatus } from '../../../src/protocol/records/enums.js';
import { isFinal } from '../../../src/runs/domain/run-status.js';

/** A person at a socket who approves whatever is asked, and sees runs end. */
export class ApprovingClient {
  private readonly socket: WebSocket;

  constructor(port: number) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data: Buffer) =>
      this.hear(JSON.parse(data.toString()) as ServerEvent),
    );
  }

  private readonly finals = new Set<string>();
  private readonly waiting = new Map<string, () => void>();

  /** Resolves when the run is final, or was final when this client came. */
  final(runId: string): Promise<void> {
    if (this.finals.has(runId)) return Promise.resolve();
    return new Promise((resolve) => this.waiting.set(runId, resolve));
  }

  close(): void {
    this.socket.terminate();
  }

  private hear(event: ServerEvent): void {
    if (event.type === 'hello') {
      for (const approval of event.state.approvals) this.approve(approval.id);
      for (const run of event.state.runs) this.note(run.id, run.status);
    }
    if (event.type === 'approval.requested') this.approve(event.approval.id);
    if (event.type === 'run.updated') this.note(event.run.id, event.run.status);
  }

  private approve(approvalId: string): void {
    this.socket.send(JSON.stringify({ type: 'approve', approvalId, approved: true }));
  }

  private note(runId: string, status: RunStatus): void {
    if (!isFinal(status)) return;
    this.finals.add(runId);
    this.waiting.get(runId)?.();
  }
}
