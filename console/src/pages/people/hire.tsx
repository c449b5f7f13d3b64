import type { Role } from '#protocol/records/organisation.js';
import { notify, useAction } from '../../app/notices.js';
import { useOfficeState, useOrganisation, useStateNow } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { deskFor } from '../../floor/desk-names.js';
import { planFloor } from '../../floor/floor-plan.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/fields.js';
import { Facts } from '../../ui/pieces.js';
import { takeByEnter } from '../../ui/take-by-enter.js';
import { hiredWords, thereIsAlready } from './hired-words.js';
import { useOfferedTemplates } from './offered-templates.js';

const nobody = { key: '', name: '', title: '', departmentId: '', reportsTo: '' };

/** What is typed, by floor: departments and employees are of one. */
function useKeptHire() {
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  return useKeptDraft(`office-hire-${floorId}`, nobody);
}

/** Hires an employee from a template of a plugin or of the folder, or like an existing one. */
export function Hire() {
  const roles = useOfficeState((state) => state.roles);
  const departments = useOfficeState((state) => state.departments);
  const hireAll = useHireAll();
  const { templates, error } = useOfferedTemplates(roles);
  const { draft, set: edit } = useKeptHire();
  const { key, name, title, departmentId, reportsTo } = draft;
  const { busy, act } = useAction();
  const chosen = templates.find((each) => each.key === key);
  const template = chosen?.role;
  const choose = (chosen: string) => {
    const role = templates.find((each) => each.key === chosen)?.role;
    edit({
      key: chosen,
      title: role?.title ?? '',
      departmentId: role?.departmentId ?? '',
      reportsTo: role?.reportsTo ?? '',
    });
  };
  const names = namesIn(name);
  const hire = () => {
    if (template === undefined) return;
    const own = { title: title.trim(), departmentId };
    const chief = roles.some(({ id }) => id === reportsTo) ? reportsTo : null;
    const like = { ...template, ...own, roomId: null, reportsTo: chief };
    void act(() =>
      hireAll(like, names, (hired) => {
        // Names of people who could not be hired stay in the field.
        const rest = names.slice(hired.length).join(', ');
        edit((now) => (now.name === name ? { name: rest } : {}));
        if (hired.length > 0) notify(hiredWords(hired));
      }),
    );
  };
  return (
    <section className="card stack" onKeyDown={takeByEnter}>
      <p className="muted">
        Take a role of the office that this floor lacks, a template from a plugin, an agent from the
        floor’s folder (.claude/agents, .github/agents), or somebody like one you have. They get the
        free desk nearest to their department; the office grows a room when there is none.
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
        <TextField
          label="Name"
          value={name}
          onChange={(text) => edit({ name: text })}
          hint={
            thereIsAlready(names, roles) ??
            'Several names with commas between them hire several people.'
          }
        />
        <TextField label="Title" value={title} onChange={(text) => edit({ title: text })} />
        <Select
          label="Department"
          value={departmentId}
          choices={departments.map((each) => ({ id: each.id, label: each.name }))}
          onChange={(id) => edit({ departmentId: id })}
        />
        <Select
          label="Reports to"
          value={reportsTo}
          choices={roles.map((each) => ({ id: each.id, label: each.displayName }))}
          onChange={(id) => edit({ reportsTo: id })}
        />
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={template === undefined || names.length === 0}
          onPress={hire}
        >
          {names.length > 1 ? `Hire ${names.length} people` : 'Hire'}
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

/**
 * Returns a function that hires one person for each name, each with a desk, and reports whom it
 * hired, even if it fails.
 */
function useHireAll() {
  const organisation = useOrganisation();
  const stateNow = useStateNow();
  const freeDesk = useFreeDesk();
  return async (
    like: Role,
    names: readonly string[],
    onEnd: (hired: readonly Role[]) => void,
  ): Promise<void> => {
    const { activeWorkspaceId: workspaceId } = stateNow();
    const hired: Role[] = [];
    try {
      for (const displayName of names) {
        // The tab shows another floor now.
        if (stateNow().activeWorkspaceId !== workspaceId) break;
        const id = freeId(like, [...stateNow().roles, ...hired]);
        const seatId = await freeDesk(like.departmentId, hired);
        hired.push(await organisation.hire({ ...like, displayName, id, seatId }, { workspaceId }));
      }
    } finally {
      onEnd(hired);
    }
  };
}

/**
 * Returns a function that finds the free desk nearest to a department, if need be in a new room.
 */
function useFreeDesk(): (departmentId: string, hired: readonly Role[]) => Promise<string | null> {
  const organisation = useOrganisation();
  const stateNow = useStateNow();
  const find = (departmentId: string, hired: readonly Role[]) => {
    const { floor, roles } = stateNow();
    return deskFor(planFloor(floor), [...roles, ...hired], departmentId);
  };
  return async (departmentId, hired) => {
    const desk = find(departmentId, hired);
    if (desk !== null) return desk;
    await organisation.addRoom().catch(() => null);
    return find(departmentId, hired);
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

/** Names that stand between commas. */
function namesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** The id of the template, with a number if it is taken. */
function freeId({ id }: Role, roles: readonly Role[]): string {
  const taken = new Set(roles.map((role) => role.id));
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}
