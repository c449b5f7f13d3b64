import type {
  ApprovalRecord,
  HistoryEntry,
  Message,
  OperationOf,
  RunRecord,
  ToolReport,
} from '../history.js';
import type { Observed } from '../history-recorder.js';

export type Given = Observed | OperationOf<'submit'>;

/** In the order in which they are given. */
export const inOrder = (entries: readonly Given[]): readonly HistoryEntry[] =>
  entries.map((entry, place) => ({ ...entry, order: place + 1 }) as HistoryEntry);

export const message = (
  client: string,
  seq: number | null,
  more: Partial<Message> = {},
): Given => ({
  entry: 'message',
  client,
  connection: 1,
  type: 'log',
  seq,
  ...more,
});
export const connected = (
  client: string,
  since: number | null,
  seq: number,
  skipped?: true,
): Given => ({
  entry: 'connected',
  client,
  connection: 1,
  since,
  seq,
  ...(skipped && { skipped }),
});
export const decided = (
  client: string,
  seq: number,
  status: 'approved' | 'rejected',
  by = 'person',
) => message(client, seq, { type: 'approval.decided', approval: { id: 'a', status, by } });
export const asked = (client: string, seq: number): Given =>
  message(client, seq, { type: 'approval.requested', approval: { id: 'a', status: 'pending' } });
export const record = (status: ApprovalRecord['status'], by?: string): Given => ({
  entry: 'approval',
  run: 'r',
  approval: 'a',
  status,
  ...(by !== undefined && { by }),
});
export const effect: Given = { entry: 'effect', run: 'r', call: 'c' };
export const tool = (status: ToolReport['status']): Given => ({
  entry: 'tool',
  run: 'r',
  call: 'c',
  status,
});
export const call = (costUsd: number, received: boolean, mostUsd = 0): Given => ({
  entry: 'provider',
  run: 'r',
  call: 'c',
  costUsd,
  received,
  mostUsd,
});
export const run = (more: Partial<RunRecord> = {}): Given => ({
  entry: 'run',
  run: 'r',
  brief: 'b',
  status: 'done',
  limitUsd: 1,
  spentUsd: 0,
  smallestUsd: 0.1,
  turns: [],
  ...more,
});
export const submitted = (id: string | null): OperationOf<'submit'> => ({
  entry: 'operation',
  client: 'c',
  replica: 'p',
  kind: 'submit',
  input: { brief: 'b' },
  invoked: 0,
  answered: id === null ? null : 1,
  answer: id === null ? null : { ok: true, value: { run: id } },
});
export const told = (seq: number, type: string, more: Partial<Message> = {}): Given =>
  message('one', seq, { type, ...more });
export const ended = (seq: number, status: RunRecord['status'] = 'done'): Given =>
  told(seq, 'run.updated', { run: { id: 'r', status } });
export const lease = (owner: string | null, fence: number): Given => ({
  entry: 'lease',
  run: 'r',
  owner,
  fence,
});
export const work = (owner: string, fence?: number): Given => ({
  entry: 'work',
  run: 'r',
  owner,
  ...(fence !== undefined && { fence }),
});
export const hello = connected('one', null, 0);
