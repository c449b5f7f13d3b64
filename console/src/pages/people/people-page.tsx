import { useOfficeState } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import type { Role } from '../../../../src/protocol/records/organisation.js';
import { initialsOf } from '../../floor/status.js';
import { Page } from '../../ui/pieces.js';
import { Tabs } from '../../ui/tabs.js';
import { FloorSettings } from './floor-settings.js';
import { Floors } from './floors.js';
import { Hire } from './hire.js';
import { RolePage } from './role-page.js';

/** Who works here and under which rules; a role is named by the address. */
export default function PeoplePage({ path: [roleId] }: { readonly path: readonly string[] }) {
  const roles = useOfficeState((state) => state.roles);
  const company = useOfficeState((state) => state.company);
  const role = roles.find(({ id }) => id === roleId);
  if (role !== undefined) return <RolePage key={role.id} role={role} />;
  const tabs = [
    { id: 'chart', label: `Chart (${roles.length})`, content: <Chart roles={roles} /> },
    { id: 'hire', label: 'Hire', content: <Hire /> },
    { id: 'floor', label: 'This floor', content: <FloorSettings /> },
    { id: 'floors', label: 'All floors', content: <Floors /> },
  ];
  return (
    <Page title={company.name} about={company.mission}>
      <Tabs label="Organisation" tabs={tabs} />
    </Page>
  );
}

function Chart({ roles }: { readonly roles: readonly Role[] }) {
  const ids = new Set(roles.map(({ id }) => id));
  const top = roles.filter(({ reportsTo }) => reportsTo === null || !ids.has(reportsTo));
  return <Branch heads={top} roles={roles} />;
}

function Branch({
  heads,
  roles,
}: {
  readonly heads: readonly Role[];
  readonly roles: readonly Role[];
}) {
  const departments = useOfficeState((state) => state.departments);
  return (
    <ul className="tree">
      {heads
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ id, displayName, title, departmentId, appearance }) => {
          const reports = roles.filter(({ reportsTo }) => reportsTo === id);
          return (
            <li key={id}>
              <a href={hrefTo(['people', id])}>
                <span
                  className="avatar-s"
                  style={{ background: appearance.bodyColor }}
                  aria-hidden="true"
                >
                  {initialsOf(displayName)}
                </span>
                <span>
                  <strong>{displayName}</strong>
                  <span className="muted">
                    {' '}
                    {title}, {departments.find((each) => each.id === departmentId)?.name}
                  </span>
                </span>
              </a>
              {reports.length > 0 && <Branch heads={reports} roles={roles} />}
            </li>
          );
        })}
    </ul>
  );
}
