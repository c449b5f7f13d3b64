import { useState } from 'react';
import type { Access, AccessToken } from '#protocol/records/access.js';
import { dateTime } from '../../app/format.js';
import { useOffice } from '../../app/office-context.js';
import { keepToken } from '../../app/session.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Badge, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** Name of the bearer of OFFICE_API_TOKEN; no token has this name. */
const administratorName = 'administrator';

/** The tokens that are not revoked. */
export function Tokens({
  access,
  version,
  onChange,
}: {
  readonly access: Access;
  readonly version: number;
  readonly onChange: () => void;
}) {
  const { http } = useOffice();
  const [load] = useState(() => (signal: AbortSignal) => http.tokens({ signal }));
  const { value: tokens, error } = useLoaded(load, version);
  const [revoked, setRevoked] = useState<AccessToken | null>(null);
  const isLast = tokens?.length === 1 && !isProtectedOtherwise(access);
  return (
    <section className="card stack">
      <h2>Tokens</h2>
      {error !== null && <p className="notice bad">{error}</p>}
      {tokens === null && error === null && <Skeleton height={80} />}
      {tokens?.length === 0 && <p className="muted">There are none.</p>}
      {tokens !== null && tokens.length > 0 && (
        <div className="table-wrap" tabIndex={0} role="region" aria-label="Tokens">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">May</th>
                <th scope="col">Made</th>
                <th scope="col">Last used</th>
                <th scope="col">Ends</th>
                <th scope="col">Revoke</th>
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <Row key={token.id} token={token} onRevoke={() => setRevoked(token)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {revoked !== null && (
        <Confirm
          title={`Revoke “${revoked.name}”`}
          action="Revoke it"
          done={`“${revoked.name}” is revoked.`}
          onConfirm={async () => {
            await http.revokeToken(revoked.id);
            // Otherwise this page would keep sending a token that no longer counts.
            if (isLast) keepToken(null);
            onChange();
          }}
          onClose={() => setRevoked(null)}
        >
          <p>It opens nothing any more, and its connections end at once.</p>
          {isLast && (
            <p className="notice bad">
              It is the last one: unless OFFICE_API_TOKEN is set on the service, the office is then
              open to everybody who reaches its address.
            </p>
          )}
        </Confirm>
      )}
    </section>
  );
}

/** True if callers, as far as this page knows, need a token even when the list is empty. */
function isProtectedOtherwise({ name, signIn }: Access): boolean {
  return signIn || name === administratorName;
}

function Row({
  token: { name, kind, rights, createdAt, createdBy, lastUsedAt, expiresAt },
  onRevoke,
}: {
  readonly token: AccessToken;
  readonly onRevoke: () => void;
}) {
  return (
    <tr>
      <td>
        {name} {kind === 'session' && <Badge>signed in</Badge>}
      </td>
      <td>{rights.join(', ')}</td>
      <td>
        {dateTime(createdAt)}
        {createdBy !== null && ` by ${createdBy}`}
      </td>
      <td>{lastUsedAt === null ? 'not yet' : dateTime(lastUsedAt)}</td>
      <td>{expiresAt === null ? 'never' : dateTime(expiresAt)}</td>
      <td>
        <Button look="danger" aria-label={`Revoke ${name}`} onPress={onRevoke}>
          Revoke
        </Button>
      </td>
    </tr>
  );
}
