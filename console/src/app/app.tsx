import { Suspense, useEffect, useMemo, useState } from 'react';
import { ErrorBoundary } from './error-boundary.js';
import { Connecting, Failed } from './gates.js';
import { later } from './later.js';
import { OfficeContext } from './office-context.js';
import { OfficeStore } from './office-store.js';
import { keepToken, openSession, type Session } from './session.js';
import { Shell } from './shell.js';
import { floorInAddress } from './tab-floor.js';
import type { Office } from '#client/office.js';

const TokenPrompt = later(() => import('./token-prompt.js'));

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
      return (
        <Suspense fallback={<Connecting trouble={null} />}>
          <TokenPrompt isRefused={session.isRefused} onToken={useToken} />
        </Suspense>
      );
    case 'failed':
      return <Failed error={session.error} onRetry={again} />;
    case 'ready':
      return <Ready office={session.office} />;
  }
}

function Ready({ office }: { readonly office: Office }) {
  const store = useMemo(() => new OfficeStore(office, floorInAddress()), [office]);
  return (
    <OfficeContext value={store}>
      <ErrorBoundary>
        <Shell />
      </ErrorBoundary>
    </OfficeContext>
  );
}
