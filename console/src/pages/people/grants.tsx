import { useCallback } from 'react';
import type { Role } from '#protocol/records/organisation.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState, useOrganisation } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Check } from '../../ui/fields.js';
import { Skeleton } from '../../ui/pieces.js';
import { Unsaved } from '../../ui/unsaved.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** Whether a name is to be granted, where that was edited. */
type Edits = Readonly<Record<string, boolean>>;

const none: { readonly tools: Edits; readonly skills: Edits } = { tools: {}, skills: {} };

/**
 * Tools and skills that a role may use. What was edited stays until it is saved, also when somebody
 * else saves other grants meanwhile.
 */
export function Grants({ role }: { readonly role: Role }) {
  const office = useOffice();
  const organisation = useOrganisation();
  const load = useCallback((signal: AbortSignal) => office.http.tools({ signal }), [office]);
  const { value: tools, error } = useLoaded(load);
  const skills = useOfficeState((state) => state.skills);
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const edits = useKeptDraft(`office-grants-${floorId}-${role.id}`, none);
  const allowed = edited(role.allowedTools, edits.draft.tools);
  const known = edited(role.skillIds, edits.draft.skills);
  const isBegun = !isAsNow(allowed, role.allowedTools) || !isAsNow(known, role.skillIds);
  const { busy, act } = useAction();
  const save = async () => {
    const grants = { allowedTools: [...allowed], skillIds: [...known] };
    const send = () => organisation.setRoleGrants(role.id, grants);
    if (await act(send, 'The grants are saved.')) edits.drop();
  };
  return (
    <section className="card stack">
      <h2>May use</h2>
      {error !== null && <p className="notice bad">{error}</p>}
      {tools === null && error === null && <Skeleton height={160} />}
      <div className="checks">
        {tools?.map(({ name, description, pluginId }) => (
          <Check
            key={name}
            isOn={allowed.has(name)}
            onChange={(isOn) =>
              edits.set(({ tools }) => ({ tools: withEdit(tools, name, isOn, role.allowedTools) }))
            }
          >
            <code title={description}>{name}</code>{' '}
            {pluginId !== null && <span className="muted">{pluginId}</span>}
          </Check>
        ))}
      </div>
      <h3>Skills</h3>
      {skills.length === 0 && (
        <p className="muted">This floor has no skill switched on; see "This floor".</p>
      )}
      <div className="checks">
        {skills.map(({ id, name, description }) => (
          <Check
            key={id}
            isOn={known.has(id)}
            onChange={(isOn) =>
              edits.set(({ skills }) => ({ skills: withEdit(skills, id, isOn, role.skillIds) }))
            }
          >
            <span title={description}>{name}</span>
          </Check>
        ))}
      </div>
      <div className="row">
        <Button look="primary" isPending={busy} isDisabled={!isBegun} onPress={() => void save()}>
          Save the grants
        </Button>
        <Unsaved of={{ ...edits, isBegun }} />
      </div>
    </section>
  );
}

function edited(now: readonly string[], edits: Edits): ReadonlySet<string> {
  const names = new Set(now);
  for (const [name, isIn] of Object.entries(edits)) {
    if (isIn) names.add(name);
    else names.delete(name);
  }
  return names;
}

/** Without an edit that leaves the name as it is granted now. */
function withEdit(edits: Edits, name: string, isOn: boolean, now: readonly string[]): Edits {
  const { [name]: _before, ...others } = edits;
  return now.includes(name) === isOn ? others : { ...others, [name]: isOn };
}

function isAsNow(chosen: ReadonlySet<string>, now: readonly string[]): boolean {
  return chosen.size === new Set(now).size && now.every((each) => chosen.has(each));
}
