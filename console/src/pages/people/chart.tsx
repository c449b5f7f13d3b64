import type { CSSProperties } from 'react';
import type { Role } from '#protocol/records/organisation.js';
import { dollars } from '../../app/format.js';
import { useOfficeState } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import { initialsOf, statusTones, statusWords } from '../../floor/status.js';
import { Badge, Empty } from '../../ui/pieces.js';

/** The reporting lines over the width of the page: reports side by side, those below in lists. */
export function Chart({ roles }: { readonly roles: readonly Role[] }) {
  const ids = new Set(roles.map(({ id }) => id));
  const top = roles.filter(({ reportsTo }) => reportsTo === null || !ids.has(reportsTo));
  if (top.length === 0) {
    return (
      <Empty title="Nobody works on this floor">
        <p>Hire somebody from a template, under "Hire".</p>
      </Empty>
    );
  }
  return <Branch label="Who reports to whom" heads={top} roles={roles} isTop />;
}

function Branch({
  label,
  heads,
  roles,
  isTop = false,
}: {
  readonly label: string;
  readonly heads: readonly Role[];
  readonly roles: readonly Role[];
  readonly isTop?: boolean;
}) {
  return (
    <ul className="tree" aria-label={label}>
      {heads
        .toSorted((a, b) => a.rank - b.rank)
        .map((role) => {
          const reports = reportsOf(role, roles);
          const width = { '--columns': columnsOf(role, roles) } as CSSProperties;
          return (
            <li key={role.id} style={width}>
              <Person role={role} isTop={isTop} />
              {reports.length > 0 && (
                <Branch
                  label={`Who reports to ${role.displayName}`}
                  heads={reports}
                  roles={roles}
                />
              )}
            </li>
          );
        })}
    </ul>
  );
}

/** A person, with the mission at the top if there is room. */
function Person({ role, isTop }: { readonly role: Role; readonly isTop: boolean }) {
  const { id, displayName, title, mission, departmentId, appearance, modelPolicy } = role;
  const department = useOfficeState((state) =>
    state.departments.find((each) => each.id === departmentId),
  );
  const employee = useOfficeState((state) => state.employees.find((each) => each.roleId === id));
  const status = employee?.status ?? 'offline';
  const look = { '--department': department?.color ?? 'var(--line-strong)' } as CSSProperties;
  return (
    <a className="person-card" href={hrefTo(['people', id])} style={look}>
      <span className="avatar-s" style={{ background: appearance.bodyColor }} aria-hidden="true">
        {initialsOf(displayName)}
      </span>
      <span className="grow">
        <strong className="block ellipsis">{displayName}</strong>
        <span className="block small">{title}</span>
        <span className="block small muted num">
          {department?.name ?? departmentId}, {dollars(employee?.lifetime.costUsd ?? 0)} spent
        </span>
        <span className="row tight">
          <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
          <Badge>{modelPolicy.defaultTier}</Badge>
        </span>
      </span>
      {isTop && <span className="person-mission muted">{mission}</span>}
    </a>
  );
}

function reportsOf({ id }: Role, roles: readonly Role[]): readonly Role[] {
  return roles.filter(({ reportsTo }) => reportsTo === id);
}

/** Number of columns of a person and their reports. */
function columnsOf(role: Role, roles: readonly Role[]): number {
  return Math.min(2, Math.max(1, reportsOf(role, roles).length));
}
