import { useOffice, useOfficeState, useOrganisation } from './office-context.js';
import { pageAction } from './actions.js';
import { useAction } from './notices.js';
import { type Offers, useOffers } from './offers.js';
import { pageGroups } from './page-groups.js';
import { goTo } from './router.js';
import { goToFloor, goToOpenFloor } from './tab-floor.js';
import { applyTheme } from './theme.js';

const pages: Offers = Object.fromEntries(
  pageGroups
    .flat()
    .map((page) => [pageAction(page), () => goTo(page.path === '' ? [] : [page.path])]),
);

/** Offers the actions that every page has. */
export function useGlobalOffers(dialogs: Pick<Offers, 'find' | 'keys'>): void {
  const office = useOffice();
  const organisation = useOrganisation();
  const { act } = useAction();
  const active = useOfficeState((state) => state.activeRunIds[0]);
  const latest = useOfficeState((state) => state.runs[0]?.id);
  const floors = useOfficeState((state) => state.workspaces);
  const shown = useOfficeState((state) => state.activeWorkspaceId);
  const stepTo = (by: number) => {
    const at = floors.findIndex(({ id }) => id === shown);
    const next = floors[(at + by + floors.length) % floors.length];
    if (next !== undefined) goToFloor(next.id);
  };
  const isOneFloor = floors.length < 2 ? 'there is no other floor' : null;
  useOffers({
    ...dialogs,
    ...pages,
    compose: () => goTo([], { new: '1' }),
    'run-at-work': active === undefined ? 'no run is at work' : () => goTo(['runs', active]),
    'run-latest': latest === undefined ? 'there is no run yet' : () => goTo(['runs', latest]),
    'floor-next': isOneFloor ?? (() => stepTo(1)),
    'floor-previous': isOneFloor ?? (() => stepTo(-1)),
    'floor-open': goToOpenFloor,
    'theme-light': () => applyTheme('light'),
    'theme-dark': () => applyTheme('dark'),
    'theme-system': () => applyTheme('system'),
    state: () => act(() => office.refresh()),
    discover: () => act(() => office.http.discoverModels()),
    mcp: () => act(() => office.http.refreshMcp()),
    harnesses: () => act(() => office.http.refreshVendors()),
    plugins: () => act(() => office.http.refreshPlugins()),
    room: () => act(() => organisation.addRoom()),
    api: () => window.open('docs', '_blank', 'noopener'),
  });
}
