import { useCallback, useState } from 'react';
import { stylePresets } from '../../../../src/protocol/records/enums.js';
import { dollars, plural } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { Facts } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { changed } from './role-page.js';

/** Name, money, look, rooms and skills of the floor that is shown. */
export function FloorSettings() {
  const id = useOfficeState((state) => state.activeWorkspaceId);
  const updatedAt = useOfficeState((state) => JSON.stringify([state.budget, state.skillIds]));
  return (
    <div className="stack">
      <Details key={`${id} ${updatedAt}`} id={id} />
      <Rooms />
      <Skills key={`skills ${id} ${updatedAt}`} id={id} />
    </div>
  );
}

function Details({ id }: { readonly id: string }) {
  const { http } = useOffice();
  const floor = useOfficeState((state) => state.workspaces.find((each) => each.id === id));
  const budget = useOfficeState((state) => state.budget);
  const [name, setName] = useState(floor?.name ?? '');
  const [description, setDescription] = useState(floor?.description ?? '');
  const [color, setColor] = useState(floor?.color ?? '#38bdf8');
  const [run, setRun] = useState(String(budget.defaultRunUsd));
  const [total, setTotal] = useState(budget.totalUsd === undefined ? '' : String(budget.totalUsd));
  const { busy, act } = useAction();
  const save = () => {
    const money = { defaultRunUsd: Number(run), ...(total !== '' && { totalUsd: Number(total) }) };
    void act(() => http.updateWorkspace(id, { name, description, color, budget: money }), 'Saved.');
  };
  return (
    <section className="card stack">
      <h2>Name and money</h2>
      <div className="form-grid">
        <TextField label="Name" value={name} onChange={setName} maxLength={60} />
        <TextField label="Description" value={description} onChange={setDescription} />
        <TextField label="Colour" type="color" value={color} onChange={setColor} />
        <TextField
          label="Ceiling of a run, dollars"
          type="number"
          step="0.5"
          value={run}
          onChange={setRun}
        />
        <TextField
          label="Ceiling of the floor, dollars"
          type="number"
          step="1"
          value={total}
          onChange={setTotal}
          hint="Empty leaves it as it is."
        />
      </div>
      <Facts
        rows={[
          ['Spent so far', dollars(budget.spentUsd)],
          ['Folder', floor?.path ?? ''],
        ]}
      />
      <div className="row">
        <Button look="primary" isPending={busy} onPress={save}>
          Save
        </Button>
      </div>
    </section>
  );
}

function Rooms() {
  const office = useOffice();
  const id = useOfficeState((state) => state.activeWorkspaceId);
  const floor = useOfficeState((state) => state.floor);
  const style = useOfficeState((state) => state.style);
  const { busy, act } = useAction();
  return (
    <section className="card stack">
      <h2>Rooms and look</h2>
      <p>
        {floor.describe}. {plural(floor.capacity, 'seat')}.
      </p>
      {floor.problem !== null && <p className="notice bad">{floor.problem}</p>}
      <div className="row">
        <Button isPending={busy} onPress={() => void act(() => office.send('addRoom', {}))}>
          Build one more room
        </Button>
        <Button
          isPending={busy}
          isDisabled={floor.layout.blocks.length === 0}
          onPress={() => void act(() => office.send('removeRoom', {}))}
        >
          Remove the newest
        </Button>
      </div>
      <div className="row last-line">
        <Select
          label="Style"
          value={style.preset}
          choices={stylePresets.map((preset) => ({ id: preset, label: preset }))}
          onChange={(preset) =>
            void act(() => office.http.updateWorkspace(id, { style: { preset } }))
          }
        />
        <Button
          isPending={busy}
          onPress={() => void act(() => office.http.updateWorkspace(id, { style: null }))}
        >
          The usual style
        </Button>
      </div>
    </section>
  );
}

function Skills({ id }: { readonly id: string }) {
  const { http } = useOffice();
  const load = useCallback((signal: AbortSignal) => http.skills({ signal }), [http]);
  const { value: skills } = useLoaded(load);
  const enabled = useOfficeState((state) => state.skillIds);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(enabled));
  const { busy, act } = useAction();
  return (
    <section className="card stack">
      <h2>Skills on this floor</h2>
      <div className="checks">
        {skills?.map(({ id: skillId, name, description }) => (
          <Check
            key={skillId}
            isOn={chosen.has(skillId)}
            onChange={(isOn) => setChosen(changed(chosen, skillId, isOn))}
          >
            <strong>{name}</strong> <span className="muted">{description}</span>
          </Check>
        ))}
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          onPress={() =>
            void act(() => http.updateWorkspace(id, { skillIds: [...chosen] }), 'Saved.')
          }
        >
          Save the skills
        </Button>
      </div>
    </section>
  );
}
