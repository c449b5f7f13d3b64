import { useState } from 'react';
import type { Role } from '#protocol/records/organisation.js';
import { pipelinesNeeding } from '#protocol/rules/missing-roles.js';
import { toldPurpose } from '#protocol/rules/told-purpose.js';
import { dollars, plural } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useOfficeState, useOrganisation } from '../../app/office-context.js';
import { goTo, hrefTo } from '../../app/router.js';
import { useDeskNames } from '../../floor/use-desk-names.js';
import { statusTones, statusWords } from '../../floor/status.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Select } from '../../ui/fields.js';
import { Badge, Facts, Page } from '../../ui/pieces.js';
import { Grants } from './grants.js';
import { Policy } from './policy.js';

const none = 'none';

const allOf = new Intl.ListFormat('en', { type: 'conjunction' });

/** One role: mission, models, permissions, seat. */
export function RolePage({ role }: { readonly role: Role }) {
  const organisation = useOrganisation();
  const [isLeaving, setLeaving] = useState(false);
  const { id, displayName, title, mission } = role;
  const fire = async () => {
    await organisation.fire(id);
    goTo(['people']);
  };
  return (
    <Page
      title={displayName}
      about={`${title}. ${mission}`}
      actions={
        <>
          <a className="button" href={hrefTo(['people'])}>
            The chart
          </a>
          <Button look="danger" onPress={() => setLeaving(true)}>
            Let go
          </Button>
        </>
      }
    >
      <div className="role-grid">
        <section className="card stack tight">
          <h2>Responsibilities</h2>
          <ul>
            {role.responsibilities.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <p className="muted small">{role.persona.voice}</p>
        </section>
        <div className="stack">
          <Now role={role} />
          <Seat role={role} />
        </div>
      </div>
      <Policy role={role} />
      <Grants role={role} />
      {isLeaving && (
        <Confirm
          title={`Let ${displayName} go?`}
          action="Let go"
          done={`${displayName} has left.`}
          onConfirm={fire}
          onClose={() => setLeaving(false)}
        >
          <Leaving role={role} />
        </Confirm>
      )}
    </Page>
  );
}

/** The pipelines that end when a person leaves. */
function Leaving({ role: { id } }: { readonly role: Role }) {
  const pipelines = useOfficeState((state) => state.pipelines);
  const ended = pipelinesNeeding(id, pipelines).map(({ name }) => name);
  return (
    <div className="stack tight">
      <p>
        The desk becomes free; the policy and the grants are gone. Runs and turns stay on record.
      </p>
      {ended.length > 0 && (
        <p className="notice">Without this role the floor cannot use {allOf.format(ended)}.</p>
      )}
      <p>
        A role that came with the office can be hired again under "Hire", as it was at first; any
        other only from its plugin or file.
      </p>
    </div>
  );
}

function Now({ role }: { readonly role: Role }) {
  const employee = useOfficeState((state) =>
    state.employees.find(({ roleId }) => roleId === role.id),
  );
  const chief = useOfficeState((state) => state.roles.find(({ id }) => id === role.reportsTo));
  if (employee === undefined) return null;
  const { status, activity, lifetime, lastRoute } = employee;
  return (
    <section className="card stack tight">
      <h2>Now</h2>
      <div className="row tight">
        <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
        <span className="small">{toldPurpose(activity ?? '')}</span>
      </div>
      <Facts
        rows={[
          ['Reports to', chief?.displayName ?? 'nobody'],
          ['Last model', lastRoute === null ? 'none yet' : lastRoute.modelId],
          ['Spent', `${dollars(lifetime.costUsd)} in ${plural(lifetime.turns, 'turn')}`],
        ]}
      />
      <a href={hrefTo([], { employee: employee.id })}>See them on the floor</a>
    </section>
  );
}

function Seat({ role }: { readonly role: Role }) {
  const organisation = useOrganisation();
  const seats = useOfficeState((state) => state.floor.seatIds);
  const roles = useOfficeState((state) => state.roles);
  const { busy, act } = useAction();
  const names = useDeskNames();
  const taken = new Set(roles.map(({ seatId }) => seatId));
  const choices = seats
    .filter((id) => id === role.seatId || !taken.has(id))
    .map((id) => ({ id, label: names.get(id) ?? id }));
  const move = (id: string) =>
    void act(() => organisation.setSeat(role.id, id === none ? null : id), 'Moved.');
  return (
    <section className="card stack tight">
      <h2>Desk</h2>
      <Select
        label="Seat"
        value={role.seatId ?? none}
        choices={[{ id: none, label: 'None' }, ...choices]}
        isDisabled={busy}
        onChange={move}
      />
      <p className="hint">Free seats, by who sits beside them or by their room.</p>
    </section>
  );
}
