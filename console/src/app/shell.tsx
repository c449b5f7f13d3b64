import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { ApprovalDock } from '../approvals/approval-dock.js';
import { useApprovalSignals } from '../approvals/approval-signals.js';
import { beginWatching } from '../approvals/seen-runs.js';
import { Skeleton } from '../ui/pieces.js';
import { ErrorBoundary } from './error-boundary.js';
import { Navigation } from './navigation.js';
import { useOffice } from './office-context.js';
import { notify } from './notices.js';
import { usePageName } from './page-name.js';
import { NotFound, pages } from './pages.js';
import { usePlace } from './router.js';
import { useTabFloor } from './tab-floor.js';
import { Toasts } from './toasts.js';
import { TopBar } from './top-bar.js';

const CommandPalette = lazy(() => import('./command-palette.js'));

/** Navigation and bars around the page that the address names. */
export function Shell() {
  const office = useOffice();
  const { path, query } = usePlace();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [name = '', ...rest] = path;
  const Shown = pages[name] ?? NotFound;
  const main = useBeginning(path.join('/'));
  const pageName = usePageName();
  const comingFloor = useTabFloor();
  // A page of the floor before must not be used in the meantime; a run names its own.
  const isAway = comingFloor !== null && name !== 'runs';
  useApprovalSignals();
  useEffect(beginWatching, []);
  useEffect(() => office.on('error', (event) => notify(event.message, 'error')), [office]);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPaletteOpen((isOpen) => !isOpen);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <div className="shell">
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
      <Navigation current={name} />
      <TopBar onPalette={() => setPaletteOpen(true)} />
      <main className="main" id="main" tabIndex={-1} ref={main} aria-label={pageName}>
        {name !== 'approvals' && <ApprovalDock />}
        <ErrorBoundary resetOn={path.join('/')}>
          <Suspense fallback={<PageSkeleton />}>
            {isAway ? <PageSkeleton /> : <Shown path={rest} query={query} />}
          </Suspense>
        </ErrorBoundary>
      </main>
      <Toasts />
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Scrolls a new page to its top and focuses it unless one of its fields has the focus. */
function useBeginning(page: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    const element = main.current;
    if (element === null || before.current === page) return;
    before.current = page;
    element.scrollTop = 0;
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
  }, [page]);
  return main;
}

function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <Skeleton height={36} />
      <Skeleton height={240} />
    </div>
  );
}
