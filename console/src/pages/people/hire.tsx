import { useCallback, useState } from 'react';
import type { Role } from '#protocol/records/organisation.js';
import { notify, useAction } from '../../app/notices.js';
import {
  useOffice,
  useOfficeState,
  useOrganisation,
  useStateNow,
} from '../../app/office-context.js';
import { deskFor } from '../../floor/desk-names.js';
import { planFloor } from '../../floor/floor-plan.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/fields.js';
import { Facts } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

interface OfferedTemplate {
  readonly key: string;
  readonly role: Role;
  readonly from: string;
  /** Fields of a file that are not taken over; absent: it is no file. */
  readonly leftOut?: readonly string[];
}

/** Hires an employee from a template of a plugin or of the folder, or like an existing one. */
export function Hire() {
  const organisation = useOrganisation();
  const roles = useOfficeState((state) => state.roles);
  const departments = useOfficeState((state) => state.departments);
  const freeDesk = useFreeDesk();
  const { templates, error } = useTemplates(roles);
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  const [title, setTitle] = useState('');
  const [departmentId, setDepartment] = useState('');
  const [reportsTo, setReportsTo] = useState('');
  const { busy, act } = useAction();
  const chosen = templates.find((each) => each.key === key);
  const template = chosen?.role;
  const choose = (chosen: string) => {
    const role = templates.find((each) => each.key === chosen)?.role;
    setKey(chosen);
    setTitle(role?.title ?? '');
    setDepartment(role?.departmentId ?? '');
    setReportsTo(role?.reportsTo ?? '');
  };
  const hire = () => {
    if (template === undefined) return;
    const own = { displayName: name.trim(), title: title.trim(), departmentId };
    const role = { ...template, ...own, id: freeId(template, roles), seatId: null, roomId: null };
    const chief = roles.some(({ id }) => id === reportsTo) ? reportsTo : null;
    void act(async () => {
      const hired = await organisation.hire({
        ...role,
        seatId: await freeDesk(departmentId),
        reportsTo: chief,
      });
      notify(`${hired.displayName} is hired${hired.seatId === null ? ', without a desk' : ''}.`);
      setName('');
    });
  };
  return (
    <section className="card stack">
      <p className="muted">
        Take a template from a plugin, an agent from the floor’s folder (.claude/agents,
        .github/agents), or somebody like one you have. They get the free desk nearest to their
        department; the office grows a room when there is none.
      </p>
      {error !== null && <p className="notice bad small">{error}</p>}
      <div className="form-grid">
        <Select
          label="Like"
          value={key}
          choices={templates.map((each) => ({
            id: each.key,
            label: each.role.title,
            detail: each.from,
          }))}
          onChange={choose}
        />
        <TextField label="Name" value={name} onChange={setName} />
        <TextField label="Title" value={title} onChange={setTitle} />
        <Select
          label="Department"
          value={departmentId}
          choices={departments.map((each) => ({ id: each.id, label: each.name }))}
          onChange={setDepartment}
        />
        <Select
          label="Reports to"
          value={reportsTo}
          choices={roles.map((each) => ({ id: each.id, label: each.displayName }))}
          onChange={setReportsTo}
        />
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={template === undefined || name.trim() === ''}
          onPress={hire}
        >
          Hire
        </Button>
        {template === undefined && (
          <span className="muted small">Choose first whom they are to be like.</span>
        )}
      </div>
      {chosen?.leftOut !== undefined && (
        <p className="notice small">
          This is a file of {chosen.from}: read what it says before you hire. They get tools that
          only read, and no other rights.
          {chosen.leftOut.length > 0 && ` Not taken over: ${chosen.leftOut.join(', ')}.`}
        </p>
      )}
      {template !== undefined && <Template role={template} />}
    </section>
  );
}

/** Whom one can be like. */
function useTemplates(roles: readonly Role[]) {
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
  const templates: readonly OfferedTemplate[] = [
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

/** Returns a function that tells the free desk nearest to a department, in a new room if need be. */
function useFreeDesk(): (departmentId: string) => Promise<string | null> {
  const organisation = useOrganisation();
  const stateNow = useStateNow();
  const find = (departmentId: string) => {
    const { floor, roles } = stateNow();
    return deskFor(planFloor(floor), roles, departmentId);
  };
  return async (departmentId) => {
    const desk = find(departmentId);
    if (desk !== null) return desk;
    await organisation.addRoom().catch(() => null);
    return find(departmentId);
  };
}

/** A template with duties, models and tools. */
function Template({ role }: { readonly role: Role }) {
  const { mission, responsibilities, modelPolicy, allowedTools } = role;
  return (
    <div className="stack tight">
      <h2 className="part-title">What they will do</h2>
      <p>{mission}</p>
      <ul>
        {responsibilities.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Facts
        rows={[
          [
            'Models',
            `${modelPolicy.defaultTier}, ${modelPolicy.minTier} to ${modelPolicy.maxTier}`,
          ],
          ['Tools', allowedTools.join(', ')],
        ]}
      />
    </div>
  );
}

/** The id of the template, with a number if it is taken. */
export function freeId({ id }: Role, roles: readonly Role[]): string {
  const taken = new Set(roles.map((role) => role.id));
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}
