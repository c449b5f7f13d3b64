import { useCallback } from 'react';
import type { Role } from '#protocol/records/organisation.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useLoaded } from '../../ui/use-loaded.js';

interface OfferedTemplate {
  readonly key: string;
  readonly role: Role;
  readonly from: string;
  /** Fields of a file that are not taken over; absent: the template is no file. */
  readonly leftOut?: readonly string[];
}

/** The template of the gallery that has every role of a new floor. */
const standardFloor = 'web-product';

/** The templates for a new employee. */
export function useOfferedTemplates(roles: readonly Role[]) {
  const office = useOffice();
  const load = useCallback(
    (signal: AbortSignal) => office.http.roleTemplates({ signal }),
    [office],
  );
  const { value: offered, error } = useLoaded(load);
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const look = useCallback(
    (signal: AbortSignal) => office.http.floorOffers(floorId, { signal }),
    [office, floorId],
  );
  const { value: found } = useLoaded(look);
  const { value: standard } = useLoaded(
    useCallback(
      (signal: AbortSignal) => office.http.floorTemplate(standardFloor, { signal }),
      [office],
    ),
  );
  const here = new Set(roles.map(({ id }) => id));
  const missing = standard?.roles.filter(({ id }) => !here.has(id)) ?? [];
  const templates: readonly OfferedTemplate[] = [
    ...missing.map((role) => ({
      key: `${standardFloor}/${role.id}`,
      role: { ...role, seatId: null, roomId: null },
      from: 'a role of the office that this floor lacks',
    })),
    ...(offered ?? []).map(({ pluginId, role }) => ({
      key: `${pluginId}/${role.id}`,
      role,
      from: pluginId,
    })),
    ...(found?.roles ?? []).map(({ path, role, leftOut }) => ({
      key: path,
      role,
      from: path,
      leftOut,
    })),
    ...roles.map((role) => ({ key: role.id, role, from: `like ${role.displayName}` })),
  ];
  return { templates, error };
}
