import { type ReactNode, useEffect, useState } from 'react';
import type { Office } from '#client/office.js';
import type { AllowedCheck, AllowedSandbox } from '#protocol/records/approval-parts.js';
import { personOf } from '#protocol/rules/who-acts.js';
import { dateTime } from '../app/format.js';
import { useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { ownName } from '../app/own-name.js';
import { Button } from '../ui/button.js';

/** A permission that stays until a person revokes it. */
interface Allowed {
  readonly allowedAt: number;
  /** Null: nobody gave a name. */
  readonly allowedBy: string | null;
}

interface Kind<T extends Allowed> {
  readonly title: string;
  readonly about: string;
  /** Name of the list. */
  readonly label: string;
  readonly read: (office: Office, floorId: string, signal: AbortSignal) => Promise<readonly T[]>;
  readonly revoke: (office: Office, floorId: string, one: T) => Promise<readonly T[]>;
  readonly keyOf: (one: T) => string;
  readonly shown: (one: T) => ReactNode;
}

const checks: Kind<AllowedCheck> = {
  title: 'Allowed on this floor',
  about:
    'These checks run without asking, while the files that define them stay as they are. They run tests and scripts that the office writes.',
  label: 'Allowed checks',
  read: (office, floorId, signal) => office.http.allowedChecks(floorId, { signal }),
  revoke: (office, floorId, { command }) => office.revokeChecks(floorId, command),
  keyOf: ({ command }) => command,
  shown: ({ command }) => <code>{command}</code>,
};

const everyRun = 'every run of this floor';

const sandboxes: Kind<AllowedSandbox> = {
  title: 'Allowed in the sandbox',
  about:
    'Commands of this floor run there without asking, and without the network and the home directory.',
  label: 'Allowed in the sandbox',
  read: (office, floorId, signal) => office.http.allowedSandboxes(floorId, { signal }),
  revoke: (office, floorId, { runId }) => office.revokeSandbox(floorId, runId),
  keyOf: ({ runId }) => runId ?? everyRun,
  shown: ({ runId }) => (runId === null ? 'Every run of this floor' : <code>{runId}</code>),
};

/** Permissions for commands that run on the shown floor without asking; each can be revoked. */
export function AllowedWithoutAsking() {
  return (
    <>
      <AllowedList kind={checks} />
      <AllowedList kind={sandboxes} />
    </>
  );
}

function AllowedList<T extends Allowed>({ kind }: { readonly kind: Kind<T> }) {
  const office = useOffice();
  const floorId = useOfficeState(({ activeWorkspaceId }) => activeWorkspaceId);
  const { busy, act } = useAction();
  const [allowed, setAllowed] = useState<readonly T[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const read = () =>
      void kind.read(office, floorId, abort.signal).then(setAllowed, () => setAllowed([]));
    read();
    const stop = office.on('approval.decided', read);
    return () => {
      abort.abort();
      stop();
    };
  }, [kind, office, floorId]);
  if (allowed.length === 0) return null;
  const revoke = (one: T) =>
    void act(async () => setAllowed(await kind.revoke(office, floorId, one)), 'Taken back.');
  return (
    <>
      <h2>{kind.title}</h2>
      <p className="muted">{kind.about}</p>
      <ul className="stack tight" aria-label={kind.label}>
        {allowed.map((one) => (
          <li key={kind.keyOf(one)} className="row between">
            <span>
              {kind.shown(one)}{' '}
              <span className="small muted">
                since {dateTime(one.allowedAt)} by {personOf(one.allowedBy, ownName())}
              </span>
            </span>
            <Button
              isDisabled={busy}
              onPress={() => revoke(one)}
              aria-label={`Take back ${kind.keyOf(one)}`}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
