import { useCallback, useState } from 'react';
import type { ModelPolicy, Role } from '../../../../src/protocol/records/organisation.js';
import { modelTiers } from '../../../../src/protocol/records/enums.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { goTo, hrefTo } from '../../app/router.js';
import { Button } from '../../ui/button.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { Page } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

const tiers = modelTiers.map((id) => ({ id, label: id }));
const none = 'none';

/** One role: what it is for, which models it gets, what it may use, where it sits. */
export function RolePage({ role }: { readonly role: Role }) {
  const office = useOffice();
  const { act } = useAction();
  const fire = () =>
    void act(() => {
      office.send('fire', { roleId: role.id });
      goTo(['people']);
    });
  return (
    <Page
      title={role.displayName}
      about={`${role.title}. ${role.mission}`}
      actions={
        <>
          <a className="button" href={hrefTo(['people'])}>
            The chart
          </a>
          <Button look="danger" onPress={fire}>
            Let go
          </Button>
        </>
      }
    >
      <div className="grid">
        <section className="card stack tight">
          <h2>Responsibilities</h2>
          <ul>
            {role.responsibilities.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <p className="muted small">{role.persona.voice}</p>
        </section>
        <Seat role={role} />
      </div>
      <Policy key={JSON.stringify(role.modelPolicy)} role={role} />
      <Grants key={`${role.allowedTools.join()} ${role.skillIds.join()}`} role={role} />
    </Page>
  );
}

function Seat({ role }: { readonly role: Role }) {
  const office = useOffice();
  const seats = useOfficeState((state) => state.floor.seatIds);
  const employees = useOfficeState((state) => state.employees);
  const { act } = useAction();
  const takenBy = new Map(employees.map(({ seatId, displayName }) => [seatId, displayName]));
  const choices = seats.map((id) => ({
    id,
    label: id,
    ...(takenBy.has(id) && { detail: takenBy.get(id) ?? '' }),
  }));
  return (
    <section className="card stack tight">
      <h2>Desk</h2>
      <Select
        label="Seat"
        value={role.seatId ?? none}
        choices={[{ id: none, label: 'None' }, ...choices]}
        onChange={(id) =>
          void act(() =>
            office.send('setSeat', { employeeId: role.id, seatId: id === none ? null : id }),
          )
        }
      />
      <p className="hint">A taken seat is refused, with the name of who sits there.</p>
    </section>
  );
}

function Policy({ role }: { readonly role: Role }) {
  const office = useOffice();
  const models = useOfficeState((state) => state.models);
  const [policy, setPolicy] = useState<ModelPolicy>(role.modelPolicy);
  const { busy, act } = useAction();
  const set = (change: Partial<ModelPolicy>) => setPolicy({ ...policy, ...change });
  const number = (text: string) => (text === '' ? undefined : Number(text));
  const save = () => {
    const entries = Object.entries(policy).filter(([, value]) => value !== undefined);
    const clean = Object.fromEntries(entries) as unknown as ModelPolicy;
    void act(() => office.send('setModelPolicy', { roleId: role.id, policy: clean }), 'Sent.');
  };
  return (
    <section className="card stack">
      <h2>Models</h2>
      <div className="form-grid">
        <Select
          label="Usual tier"
          value={policy.defaultTier}
          choices={tiers}
          onChange={(id) => set({ defaultTier: id as ModelPolicy['defaultTier'] })}
        />
        <Select
          label="Never below"
          value={policy.minTier}
          choices={tiers}
          onChange={(id) => set({ minTier: id as ModelPolicy['minTier'] })}
        />
        <Select
          label="Never above"
          value={policy.maxTier}
          choices={tiers}
          onChange={(id) => set({ maxTier: id as ModelPolicy['maxTier'] })}
        />
        <TextField
          label="Escalate at complexity, 0 to 1"
          type="number"
          step="0.05"
          value={String(policy.escalateAtComplexity ?? '')}
          onChange={(text) => set({ escalateAtComplexity: number(text) })}
          hint="Empty: never."
        />
        <Select
          label="Escalate to"
          value={policy.escalateTo ?? none}
          choices={[{ id: none, label: 'Nothing' }, ...tiers]}
          onChange={(id) =>
            set({ escalateTo: id === none ? undefined : id } as Partial<ModelPolicy>)
          }
        />
        <TextField
          label="Tokens of one answer, at most"
          type="number"
          value={String(policy.maxOutputTokens ?? '')}
          onChange={(text) => set({ maxOutputTokens: number(text) })}
        />
        <Select
          label="One model, inside the tiers"
          value={policy.preferredModelId ?? none}
          choices={[
            { id: none, label: 'Whichever fits' },
            ...models.map(({ id, label }) => ({ id, label })),
          ]}
          onChange={(id) => set({ preferredModelId: id === none ? undefined : id })}
        />
      </div>
      <Check isOn={policy.pin === true} onChange={(pin) => set({ pin })}>
        Take the tier as written: no posture, no escalation
      </Check>
      <div className="row">
        <Button look="primary" isPending={busy} onPress={save}>
          Save the policy
        </Button>
      </div>
    </section>
  );
}

function Grants({ role }: { readonly role: Role }) {
  const office = useOffice();
  const load = useCallback((signal: AbortSignal) => office.http.tools({ signal }), [office]);
  const { value: tools } = useLoaded(load);
  const skills = useOfficeState((state) => state.skills);
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set(role.allowedTools));
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set(role.skillIds));
  const { busy, act } = useAction();
  const save = () => {
    const grants = { roleId: role.id, allowedTools: [...allowed], skillIds: [...known] };
    void act(() => office.send('setRoleGrants', grants), 'Sent.');
  };
  return (
    <section className="card stack">
      <h2>May use</h2>
      <div className="checks">
        {tools?.map(({ name, description, pluginId }) => (
          <Check
            key={name}
            isOn={allowed.has(name)}
            onChange={(isOn) => setAllowed(changed(allowed, name, isOn))}
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
            onChange={(isOn) => setKnown(changed(known, id, isOn))}
          >
            <span title={description}>{name}</span>
          </Check>
        ))}
      </div>
      <div className="row">
        <Button look="primary" isPending={busy} onPress={save}>
          Save the grants
        </Button>
      </div>
    </section>
  );
}

/** The set with the name in it or not. */
export function changed(
  set: ReadonlySet<string>,
  name: string,
  isIn: boolean,
): ReadonlySet<string> {
  const names = new Set(set);
  if (isIn) names.add(name);
  else names.delete(name);
  return names;
}
