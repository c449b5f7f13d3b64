import { useEffect, useState } from 'react';
import type { AllowedSandbox } from '#protocol/records/approval-parts.js';
import { dateTime } from '../app/format.js';
import { useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { Button } from '../ui/button.js';

/** What may run in a sandbox on the shown floor without asking; each can be taken back. */
export function AllowedSandboxes() {
  const office = useOffice();
  const floorId = useOfficeState(({ activeWorkspaceId }) => activeWorkspaceId);
  const { busy, act } = useAction();
  const [allowed, setAllowed] = useState<readonly AllowedSandbox[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const read = () =>
      void office.http
        .allowedSandboxes(floorId, { signal: abort.signal })
        .then(setAllowed, () => setAllowed([]));
    read();
    const stop = office.on('approval.decided', read);
    return () => {
      abort.abort();
      stop();
    };
  }, [office, floorId]);
  if (allowed.length === 0) return null;
  const revoke = (runId: string | null) =>
    void act(async () => setAllowed(await office.revokeSandbox(floorId, runId)), 'Taken back.');
  return (
    <>
      <h2>Allowed in the sandbox</h2>
      <p className="muted">
        Commands run there without asking, and without the network and the home directory.
      </p>
      <ul className="stack tight" aria-label="Allowed in the sandbox">
        {allowed.map(({ runId, allowedAt, allowedBy }) => (
          <li key={runId} className="row between">
            <span>
              {runId === null ? 'Every run of this floor' : <code>{runId}</code>}{' '}
              <span className="small muted">
                since {dateTime(allowedAt)}
                {allowedBy !== null && ` by ${allowedBy}`}
              </span>
            </span>
            <Button
              isDisabled={busy}
              onPress={() => revoke(runId)}
              aria-label={`Take back ${runId ?? 'every run of this floor'}`}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
