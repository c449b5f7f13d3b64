import { OfficeRefusal } from '../client/errors.js';
import type { Office } from '../client/office.js';
import type { RunEvent } from '../client/runs/run-event.js';
import type { Run } from '../protocol/records/work.js';
import { ApprovalPrompt } from './approval-prompt.js';
import { approvalRequest, renderEvent } from './render-event.js';
import { observe, type FollowedRun, viewOf } from './followed-run.js';
import type { Terminal } from './terminal.js';
import { isAskedAgain } from '../protocol/rules/asked-again.js';

interface PrintRunOptions {
  readonly office: Office;
  readonly run: Run;
  readonly terminal: Pick<Terminal, 'ask' | 'print'>;
  /** True if others may answer approvals when nobody is at the terminal. */
  readonly othersMayAnswer: boolean;
  /** Called with every event before its lines are printed. */
  readonly onEvent?: (event: RunEvent, view: FollowedRun) => void;
  readonly signal?: AbortSignal;
}

/** Prints a run from its beginning to its end, and asks its questions. */
export async function printRun(options: PrintRunOptions): Promise<void> {
  const { office, run, terminal, signal } = options;
  let view = viewOf(run, (await office.http.workspace(run.workspaceId)).employees);
  const approvals = promptFor(options);
  const ask = (event: RunEvent & { type: 'approval.requested' }) => {
    const { approval } = event;
    approvals.request(approval, () => terminal.print(approvalRequest(approval, view)));
  };
  const unsubscribe = office.on('employee.updated', (event) => (view = observe(view, event)));
  try {
    for await (const event of office.followRun(run.id, { ...(signal && { signal }) })) {
      view = observe(view, event);
      options.onEvent?.(event, view);
      if (event.type === 'approval.decided') approvals.withdraw(event.approval.id);
      if (event.type === 'approval.requested' && isAskedAgain(event.approval)) continue;
      if (event.type === 'approval.requested' && isPending(office, event)) ask(event);
      else terminal.print(renderEvent(event, view));
    }
  } finally {
    unsubscribe();
    approvals.close();
  }
}

/** Questions answered earlier are printed, not asked again. */
function isPending(
  office: Office,
  { approval }: RunEvent & { type: 'approval.requested' },
): boolean {
  return office.state.approvals.some(({ id }) => id === approval.id);
}

function promptFor({ office, terminal, othersMayAnswer }: PrintRunOptions): ApprovalPrompt {
  return new ApprovalPrompt({
    terminal,
    othersMayAnswer,
    answer: (approvalId, approved, reason) => {
      office
        .approve(approvalId, approved, { ...(reason && { reason }) })
        .catch((error: unknown) => {
          // Any other error ends the output itself.
          if (error instanceof OfficeRefusal) terminal.print([`  ! ${error.message}`]);
        });
    },
  });
}
