import type { Approval } from '#protocol/records/work.js';
import type { Transactions } from '#platform/database/transactions.js';
import type { Tx } from '#platform/database/tx.js';
import type { ApprovalsRepository } from '#runs/approvals/approvals.repository.js';
import type { ApprovalsService } from '#runs/approvals/approvals.service.js';
import type { Decision } from '#runs/approvals/decide-approval.js';
import type { PlantedFault } from './planted-faults.js';
import type { SimulatedStore } from './store.js';

interface Planted {
  readonly rows: ApprovalsRepository;
  readonly approvals: ApprovalsService;
  readonly transactions: Transactions;
  readonly store: SimulatedStore;
}

/** Switches the planted fault on in the rows of questions. */
export function plantInApprovals(
  planted: PlantedFault | null,
  { rows, approvals, transactions, store }: Planted,
): void {
  if (planted === 'decided twice' || planted === 'time-out decides after a person did') {
    rows.storeAnswer = async (tx, { status, id, ...rest }) => {
      const record = JSON.stringify({ ...rest, id, status });
      await tx.manager.query('UPDATE approvals SET status = ?, record_json = ? WHERE id = ?', [
        ...[status, record, id],
      ]);
      return true;
    };
  }
  if (planted === 'decided twice') {
    rows.findPending = async (tx, id) => {
      const known = await rows.read(tx, id);
      return known === null ? null : { ...known, status: 'pending' };
    };
  }
  if (planted === 'question ends too early' || planted === 'question ends too late') {
    const share = planted === 'question ends too early' ? 0.7 : 3;
    const waits = rows.waits.bind(rows);
    rows.waits = async () =>
      (await waits()).map(({ id, leftMs, wholeMs }) => ({
        ...{ id, leftMs: leftMs * share, wholeMs: wholeMs * share },
      }));
  }
  if (planted === 'time-out decides after a person did') {
    rows.waits = async () =>
      store.rows('SELECT id, requested_at, due_at FROM approvals').map((row) => {
        const [requestedAt, dueAt] = [Number(row['requested_at']), Number(row['due_at'])];
        const id = String(row['id']);
        return { id, wholeMs: dueAt - requestedAt, leftMs: Math.max(0, dueAt - store.now) };
      });
    approvals.expire = (overdue) => transactions.run((tx) => force(approvals, tx, overdue));
  }
}

/** Stores a refusal whatever the row says by now. */
async function force(approvals: ApprovalsService, tx: Tx, overdue: Approval): Promise<boolean> {
  const refused = { ...overdue, status: 'pending' } as const;
  const { settle } = approvals as unknown as Settling;
  const decision = { approved: false, reason: null, by: 'timeout' } as const;
  return (await settle.call(approvals, tx, refused, decision)) !== null;
}

interface Settling {
  settle(tx: Tx, pending: Approval, decision: Decision): Promise<Approval | null>;
}
