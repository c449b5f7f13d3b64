import type { ServerEvent } from '../../protocol/events.js';
import type { OfficeAddress } from '../address.js';
import type { Operations } from '../http/operations.js';
import { closedReason } from '../socket/closed-reason.js';
import type { ConnectionStatus, Gap } from '../socket/connection.js';
import type { WebSocketClass } from '../socket/frame-socket.js';
import { pause } from '../until.js';
import type { FollowerInput, RunSource } from './follow-run.js';
import { loadRun } from './load-run.js';
import { isOfRun } from './run-event.js';

/** Pause before another request over an existing connection, ms. */
const askAgainMs = 500;

/** The parts of an office needed to follow a run. */
export interface FollowedOffice {
  readonly http: Operations;
  onEvent(listener: (event: ServerEvent) => void): () => void;
  onGap(listener: (gap: Gap) => void): () => void;
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
  online(signal?: AbortSignal): Promise<void>;
}

/** Events of one run: stored and live. */
export function runSource(
  runId: string,
  office: FollowedOffice,
  { address, WebSocket }: { readonly address: OfficeAddress; readonly WebSocket: WebSocketClass },
): RunSource {
  return {
    listen: (tell) => listenToRun(runId, office, tell),
    detail: (signal) => office.http.run(runId, { signal }),
    load: (signal) => loadRun(runId, address, { WebSocket, signal }),
    online: async (signal) => {
      await pause(askAgainMs, signal);
      await office.online(signal);
    },
  };
}

function listenToRun(
  runId: string,
  office: FollowedOffice,
  tell: (heard: FollowerInput) => void,
): () => void {
  const stops = [
    office.onEvent((event) => isOfRun(event, runId) && tell({ event })),
    office.onGap((gap) => tell({ gap })),
    office.onStatus(
      (status) => status.phase === 'closed' && tell({ closed: closedReason(status) }),
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
