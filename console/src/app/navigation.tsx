import { Icon, type IconName } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import icon from '../icon.svg';
import { useOfficeState } from './office-context.js';
import { pageGroups, type PageEntry } from './page-groups.js';
import { goTo, hrefTo } from './router.js';

/** A phone shows the first group; the others are in a menu. */
const [firstGroup = [], ...furtherGroups] = pageGroups;
const further = furtherGroups.flat();

/** By the path of the page. */
const icons: Readonly<Record<string, IconName>> = {
  '': 'floor',
  runs: 'runs',
  approvals: 'approval',
  plan: 'plan',
  people: 'people',
  models: 'models',
  costs: 'costs',
  plugins: 'plugins',
  memory: 'memory',
  settings: 'settings',
  forges: 'forges',
  access: 'access',
  log: 'log',
};

function PageIcon({ path }: Pick<PageEntry, 'path'>) {
  return <Icon name={icons[path] ?? 'more'} />;
}

export function Navigation({ current }: { readonly current: string }) {
  return (
    <nav className="nav" aria-label="Pages">
      <div className="brand">
        <img src={icon} alt="" />
        Office
      </div>
      {firstGroup.map((entry) => (
        <PageLink key={entry.path} entry={entry} current={current} />
      ))}
      {furtherGroups.map((group, index) => (
        <div key={index} className="further">
          {group.map((entry) => (
            <PageLink key={entry.path} entry={entry} current={current} />
          ))}
        </div>
      ))}
      <MorePages current={current} />
    </nav>
  );
}

function PageLink({
  entry: { path, name },
  current,
}: {
  readonly entry: PageEntry;
  readonly current: string;
}) {
  return (
    <a
      href={hrefTo(path === '' ? [] : [path])}
      {...(current === path && { 'aria-current': 'page' as const })}
    >
      <PageIcon path={path} />
      {name}
      <Count path={path} />
    </a>
  );
}

/** Number of runs that are active, or of questions that wait for a person, on every floor. */
function Count({ path }: { readonly path: string }) {
  const active = useOfficeState(({ workspaces }) =>
    workspaces.reduce((sum, { activeRuns }) => sum + activeRuns, 0),
  );
  const waiting = useOfficeState((state) => state.approvals.length);
  const counts: Readonly<Record<string, number>> = { runs: active, approvals: waiting };
  const count = counts[path] ?? 0;
  if (count === 0) return null;
  return (
    <span className={`count badge ${path === 'approvals' ? 'wait' : 'busy'}`}>
      {count}
      <span className="sr-only">{path === 'approvals' ? ' waiting' : ' at work'}</span>
    </span>
  );
}

/** The pages for which a phone has no room. */
function MorePages({ current }: { readonly current: string }) {
  const open = further.find(({ path }) => path === current);
  return (
    <div className={`more-pages ${open === undefined ? '' : 'current'}`}>
      <Menu
        label={open === undefined ? 'More pages' : `More pages; shown: ${open.name}`}
        button={
          <>
            {open === undefined ? <Icon name="more" /> : <PageIcon path={open.path} />}
            {open?.name ?? 'More'}
          </>
        }
        entries={further.map(({ path, name }) => ({
          id: path,
          label: (
            <>
              <PageIcon path={path} />
              {name}
            </>
          ),
          onAction: () => goTo([path]),
        }))}
      />
    </div>
  );
}
