import { useEffect, useMemo, useState } from 'react';
import { ErrorBoundary } from './error-boundary.js';
import { Connecting, Failed, TokenPrompt } from './gates.js';
import { OfficeContext } from './office-context.js';
import { OfficeStore } from './office-store.js';
import { keepToken, openSession, type Session } from './session.js';
import { Shell } from './shell.js';
import { floorInAddress } from './tab-floor.js';
import type { Office } from '#client/office.js';

/** The console: gates until the connection is up, then the office. */
export function App() {
  const [attempt, setAttempt] = useState(0);
  const [session, setSession] = useState<Session>({ phase: 'connecting', trouble: null });
  useEffect(() => openSession(setSession), [attempt]);
  const again = () => setAttempt((before) => before + 1);
  const useToken = (token: string) => {
    keepToken(token);
    again();
  };
  switch (session.phase) {
    case 'connecting':
      return <Connecting trouble={session.trouble} />;
    case 'token':
      return <TokenPrompt reason={session.reason} onToken={useToken} />;
    case 'failed':
      return <Failed error={session.error} onRetry={again} />;
    case 'ready':
      return <Ready office={session.office} />;
  }
}

function Ready({ office }: { readonly office: Office }) {
  const store = useMemo(() => new OfficeStore(office, floorInAddress()), [office]);
  return (
    <ErrorBoundary>
      <OfficeContext value={store}>
        <Shell />
      </OfficeContext>
    </ErrorBoundary>
  );
}
