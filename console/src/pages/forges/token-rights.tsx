import { useCallback } from 'react';
import { useOffice } from '../../app/office-context.js';
import { Badge, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** The owner and the rights of the token, as the forge reports them now. */
export function TokenRights({ forgeId }: { readonly forgeId: string }) {
  const { http } = useOffice();
  const load = useCallback(
    (signal: AbortSignal) => http.forgeToken(forgeId, { signal }),
    [http, forgeId],
  );
  const { value: token, error } = useLoaded(load);
  if (error !== null) return <p className="notice bad small">{error}</p>;
  if (token === null) return <Skeleton height={24} label="Asking the forge" />;
  return (
    <p className="row tight" role="status">
      <span>
        The token is of <strong>{token.login}</strong>:
      </span>
      <May may={token.push} what="push" />
      <May may={token.issues} what="read issues" />
      <May may={token.checks} what="read checks" />
    </p>
  );
}

function May({ may, what }: { readonly may: boolean; readonly what: string }) {
  return <Badge tone={may ? 'good' : 'bad'}>{may ? `may ${what}` : `may not ${what}`}</Badge>;
}
