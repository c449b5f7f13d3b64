import { Button } from '../ui/button.js';
import { Skeleton } from '../ui/pieces.js';
import { isProtocolMismatch, toTrustPage, type Trouble } from './session.js';

const troubles: Readonly<Record<Trouble, string>> = {
  silence: `Nobody answers at ${location.host} yet. Is the service running? The page goes on trying.`,
  'no-socket': `The service answers at ${location.host}, but opens no socket to this page. It may be starting; if this stays, look whether a proxy before it passes WebSockets on. The page goes on trying.`,
};

/** Shown until the first state arrives. */
export function Connecting({ trouble }: { readonly trouble: Trouble | null }) {
  return (
    <main className="gate">
      <div className="stack" aria-busy="true">
        <h1>Office</h1>
        <Skeleton height={14} label="Connecting to the office" />
        <Skeleton height={120} label="The floor" />
        <p className="muted">{trouble === null ? 'Connecting…' : troubles[trouble]}</p>
      </div>
    </main>
  );
}

/** Shown when the connection is given up: the reason and a remedy. */
export function Failed({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  const isOldPage = isProtocolMismatch(error);
  return (
    <main className="gate">
      <div className="card stack" role="alert">
        <h1>
          {isOldPage ? 'This page and the service do not match' : 'The office cannot be shown'}
        </h1>
        <p>{error.message}</p>
        <p className="muted">
          {isOldPage
            ? 'The service speaks another version of the protocol than this page. Load the page anew; if it stays, build the console again with "npm run build".'
            : (toTrustPage(error) ?? 'Try again, or look into the log of the service.')}
        </p>
        <div className="row">
          <Button look="primary" onPress={() => location.reload()}>
            Load the page anew
          </Button>
          <Button onPress={onRetry}>Try again</Button>
        </div>
      </div>
    </main>
  );
}
