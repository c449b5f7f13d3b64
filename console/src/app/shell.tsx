import { Suspense, useEffect, useState } from 'react';
import { ApprovalDock } from '../approvals/approval-dock.js';
import { useApprovalSignals } from '../approvals/approval-signals.js';
import { beginWatching } from '../approvals/seen-runs.js';
import { Skeleton } from '../ui/pieces.js';
import { BegunKeys } from './begun-keys.js';
import { ErrorBoundary } from './error-boundary.js';
import { Navigation } from './navigation.js';
import { usePageName } from './page-name.js';
import { goTo, usePlace } from './router.js';
import { useErrorNotices } from './recovery.js';
import { NotFound, pages } from './pages.js';
import { useTabFloor } from './tab-floor.js';
import { Toasts } from './toasts.js';
import { TopBar } from './top-bar.js';
import { useBeginning } from './use-beginning.js';
import { useGlobalOffers } from './use-global-offers.js';
import { useKeys } from './use-keys.js';
import { later } from './later.js';

const CommandPalette = later(() => import('./command-palette.js'));
const KeysDialog = later(() => import('./keys-dialog.js'));

/** Navigation and bars around the page that the address names. */
export function Shell() {
  const { path, query } = usePlace();
  const [dialog, setDialog] = useState<'palette' | 'keys' | null>(null);
  const [name = '', ...rest] = path;
  const Shown = pages[name] ?? NotFound;
  const main = useBeginning(path.join('/'));
  const pageName = usePageName();
  const comingFloor = useTabFloor();
  // The former floor's page must not be used until the new floor is shown; the page of a run has
  // its own floor.
  const isAway = comingFloor !== null && name !== 'runs';
  useApprovalSignals();
  useEffect(beginWatching, []);
  useErrorNotices();
  useGlobalOffers({
    find: () => setDialog('palette'),
    keys: () => setDialog('keys'),
  });
  const begun = useKeys(() => setDialog(dialog === 'palette' ? null : 'palette'));
  const close = (then?: () => void) => {
    setDialog(null);
    // The dialog gives the focus back first, so that the action can take it.
    if (then !== undefined) setTimeout(then);
  };
  return (
    <div className="shell">
      <nav className="skips" aria-label="Skip to">
        <a
          className="skip"
          href="#main"
          onClick={(event) => {
            // The hash is the address of a page, so the link must not change it.
            event.preventDefault();
            main.current?.focus();
          }}
        >
          Skip to the page
        </a>
        <a
          className="skip"
          href="#compose"
          onClick={(event) => {
            event.preventDefault();
            goTo([], { new: '1' });
          }}
        >
          Write a brief
        </a>
      </nav>
      <Navigation current={name} />
      <TopBar onPalette={() => setDialog('palette')} />
      <div className="work">
        {name !== 'approvals' && <ApprovalDock />}
        <main className="main" id="main" tabIndex={-1} ref={main} aria-label={pageName}>
          <ErrorBoundary resetOn={path.join('/')}>
            <Suspense fallback={<PageSkeleton />}>
              {isAway ? <PageSkeleton /> : <Shown path={rest} query={query} />}
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <Toasts />
      <BegunKeys begun={begun} />
      <ErrorBoundary resetOn={String(dialog)}>
        <Suspense>
          {dialog === 'palette' && <CommandPalette onClose={close} />}
          {dialog === 'keys' && <KeysDialog onClose={() => close()} />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <Skeleton height={36} />
      <Skeleton height={240} />
    </div>
  );
}
