import { entriesOf, type HistoryEntry, type Message } from '../history.js';
import type { Problem } from './problem.js';

/** Each approval is decided once: told once to each client, the same to all, as its record says. */
export function approvalsOnce(history: readonly HistoryEntry[]): readonly Problem[] {
  const messages = entriesOf(history, 'message').filter(isDecision);
  const records = new Map(
    entriesOf(history, 'approval').map((record) => [record.approval, record]),
  );
  const byApproval = Map.groupBy(messages, ({ approval }) => approval?.id ?? '');
  const problems: Problem[] = [];
  const blame = (about: string, message: string): void =>
    void problems.push({ oracle: 'approvals', about, message });
  for (const [id, told] of byApproval) {
    for (const [client, own] of Map.groupBy(told, (one) => one.client)) {
      const numbers = new Set(own.map(({ seq }) => seq));
      if (numbers.size > 1) blame(id, `${client} was told ${numbers.size} decisions`);
    }
    const outcomes = new Set(told.map(outcomeOf));
    if (outcomes.size > 1) blame(id, `it was decided as ${[...outcomes].join(' and as ')}`);
    const record = records.get(id);
    if (record === undefined) continue;
    const stored = `${record.status} by ${record.by ?? 'nobody'}`;
    if (!outcomes.has(stored))
      blame(id, `its record says ${stored}, clients ${[...outcomes].join()}`);
  }
  for (const [id, { status, by }] of records) {
    if (status === 'pending' || byApproval.has(id)) continue;
    blame(id, `${status} by ${by ?? 'nobody'}, and no client was told`);
  }
  return problems;
}

function isDecision({ type, approval }: Message): boolean {
  return type === 'approval.decided' && approval !== undefined;
}

function outcomeOf({ approval }: Message): string {
  if (approval === undefined || approval.status === 'pending') return 'pending by nobody';
  return `${approval.status} by ${approval.by}`;
}
