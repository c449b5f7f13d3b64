import { Icon, type IconName } from '../ui/icon.js';
import icon from '../icon.svg';
import { useOfficeState } from './office-context.js';
import { hrefTo } from './router.js';

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
}

/** The pages, in groups, as the navigation and the command palette list them. */
export const pageGroups: readonly (readonly Entry[])[] = [
  [
    { path: '', name: 'Floor', icon: 'floor' },
    { path: 'runs', name: 'Runs', icon: 'runs' },
    { path: 'approvals', name: 'Approvals', icon: 'approval' },
    { path: 'plan', name: 'Planning', icon: 'plan' },
  ],
  [
    { path: 'people', name: 'Organisation', icon: 'people' },
    { path: 'models', name: 'Models', icon: 'models' },
    { path: 'costs', name: 'Costs', icon: 'costs' },
    { path: 'plugins', name: 'Plugins', icon: 'plugins' },
    { path: 'memory', name: 'Memory', icon: 'memory' },
  ],
  [
    { path: 'settings', name: 'Settings', icon: 'settings' },
    { path: 'log', name: 'Log', icon: 'log' },
  ],
];

export function Navigation({ current }: { readonly current: string }) {
  const active = useOfficeState((state) => state.activeRunIds.length);
  const waiting = useOfficeState((state) => state.approvals.length);
  const counts: Readonly<Record<string, number>> = { runs: active, approvals: waiting };
  return (
    <nav className="nav" aria-label="Pages">
      <div className="brand">
        <img src={icon} alt="" />
        Office
      </div>
      {pageGroups.map((group, index) => [
        index > 0 && <div key={`gap-${index}`} className="gap" />,
        ...group.map(({ path, name, icon: picture }) => (
          <a
            key={path}
            href={hrefTo(path === '' ? [] : [path])}
            {...(current === path && { 'aria-current': 'page' as const })}
          >
            <Icon name={picture} />
            {name}
            {(counts[path] ?? 0) > 0 && (
              <span className={`count badge ${path === 'approvals' ? 'wait' : 'busy'}`}>
                {counts[path]}
                <span className="sr-only">{path === 'approvals' ? ' waiting' : ' at work'}</span>
              </span>
            )}
          </a>
        )),
      ])}
    </nav>
  );
}
