import { useState } from 'react';
import type { ApprovalScope } from '../../../src/protocol/records/enums.js';
import type { Approval } from '../../../src/protocol/records/work.js';
import { ago } from '../app/format.js';
import { useNow, useOfficeState } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { useDecision } from './use-decision.js';

/** How a kind of approval is told to people. */
export const kindNames: Readonly<Record<string, string>> = {
  shell: 'run a command',
  write: 'write files',
  network: 'reach the network',
  spend: 'go on spending',
  risk: 'do something risky',
  memory: 'remember something',
};

/** Who wants to do what exactly, and where; approve, or refuse with a reason. */
export function ApprovalCard({
  approval,
  withKeys = false,
}: {
  readonly approval: Approval;
  readonly withKeys?: boolean;
}) {
  const { id, kind, summary, detail, requestedAt, runId, turnId, employeeId, scopes } = approval;
  const employee = useOfficeState((state) =>
    state.employees.find((each) => each.id === employeeId),
  );
  const run = useOfficeState((state) => state.runs.find((each) => each.id === runId));
  const timeoutMs = useOfficeState((state) => state.settings.approvalTimeoutMs);
  const decide = useDecision();
  const now = useNow();
  // Money is spent nowhere in particular.
  const place = kind === 'spend' ? undefined : run?.workspacePath;
  const [reason, setReason] = useState('');
  const answer = (isApproved: boolean, scope?: ApprovalScope) => {
    const text = reason.trim();
    return void decide(id, isApproved, {
      ...(scope && { scope }),
      ...(text !== '' && { reason: text }),
    });
  };
  const address = hrefTo(['runs', runId], turnId === null ? {} : { turn: turnId });
  return (
    <div className="stack tight">
      <div className="row between">
        <p>
          <strong>{employee?.displayName ?? employeeId}</strong> asks to {kindNames[kind] ?? kind}
          {!detail.startsWith(summary) && `: ${summary}`}
          {place !== undefined && !detail.includes(place) && ` in ${place}`}
        </p>
        <span className="small muted row tight">
          <span>
            asked {ago(requestedAt, now)}; refused by itself in{' '}
            {Math.max(0, Math.ceil((requestedAt + timeoutMs - now) / 60_000))} min
          </span>
          <a href={address}>See the turn</a>
        </span>
      </div>
      {detail !== '' && <pre className="code detail">{withPlaceClose(detail)}</pre>}
      <div className="row">
        <Button look="primary" onPress={() => answer(true)}>
          Approve once {withKeys && <kbd>Alt Y</kbd>}
        </Button>
        {scopes?.includes('run') === true && (
          <Button onPress={() => answer(true, 'run')}>Approve for this run</Button>
        )}
        <Button look="danger" onPress={() => answer(false)}>
          Refuse {withKeys && <kbd>Alt N</kbd>}
        </Button>
        <div className="grow reason">
          <TextField
            label="Reason, shown to the employee"
            hideLabel
            placeholder="Reason, shown to the employee (optional)"
            value={reason}
            onChange={setReason}
            maxLength={500}
          />
        </div>
      </div>
    </div>
  );
}

/** Without the empty line before the folder that ends the text; the rest is as it is. */
function withPlaceClose(detail: string): string {
  return detail.replace(/\n\n(in [^\n]+)$/, '\n$1');
}
