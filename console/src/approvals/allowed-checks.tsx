import { useEffect, useState } from 'react';
import type { AllowedCheck } from '#protocol/records/approval-parts.js';
import { dateTime } from '../app/format.js';
import { useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { Button } from '../ui/button.js';

/** The checks that run on the shown floor without asking; each can be taken back. */
export function AllowedChecks() {
  const office = useOffice();
  const floorId = useOfficeState(({ activeWorkspaceId }) => activeWorkspaceId);
  const { busy, act } = useAction();
  const [checks, setChecks] = useState<readonly AllowedCheck[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const read = () =>
      void office.http
        .allowedChecks(floorId, { signal: abort.signal })
        .then(setChecks, () => setChecks([]));
    read();
    const stop = office.on('approval.decided', read);
    return () => {
      abort.abort();
      stop();
    };
  }, [office, floorId]);
  if (checks.length === 0) return null;
  const revoke = (command?: string) =>
    void act(async () => setChecks(await office.revokeChecks(floorId, command)), 'Taken back.');
  return (
    <>
      <h2>Allowed on this floor</h2>
      <p className="muted">
        These checks run without asking, while the files that define them stay as they are. They run
        tests and scripts that the office writes.
      </p>
      <ul className="stack tight" aria-label="Allowed checks">
        {checks.map(({ command, allowedAt, allowedBy }) => (
          <li key={command} className="row between">
            <span>
              <code>{command}</code>{' '}
              <span className="small muted">
                since {dateTime(allowedAt)}
                {allowedBy !== null && ` by ${allowedBy}`}
              </span>
            </span>
            <Button
              isDisabled={busy}
              onPress={() => revoke(command)}
              aria-label={`Take back ${command}`}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
