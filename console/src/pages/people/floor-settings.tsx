import { useCallback, useState } from 'react';
import { type Isolation, isolations } from '#protocol/records/enums.js';
import { dollars, isolationNames, plural } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState, useOrganisation } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { Facts, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { FloorCommands } from './floor-commands.js';
import { amountOf, amountProblem } from '../../app/amounts.js';
import { AmountField } from '../../ui/amount-field.js';
import { takeByEnter } from '../../ui/take-by-enter.js';
import { Unsaved } from '../../ui/unsaved.js';

/** Name, budget, commands, rooms and skills of the shown floor. */
export function FloorSettings({ id }: { readonly id: string }) {
  return (
    <div className="stack">
      <Details id={id} />
      <FloorCommands id={id} />
      <WorkPlaces id={id} />
      <Rooms />
      <Skills id={id} />
    </div>
  );
}

/** Edited fields stay until they are saved, also when the floor changes meanwhile. */
function Details({ id }: { readonly id: string }) {
  const { http } = useOffice();
  const floor = useOfficeState((state) => state.workspaces.find((each) => each.id === id));
  const budget = useOfficeState((state) => state.budget);
  const edits = useKeptDraft(`office-floor-${id}`, {
    name: floor?.name ?? '',
    description: floor?.description ?? '',
    color: floor?.color ?? '#38bdf8',
    run: String(budget.defaultRunUsd),
    total: budget.totalUsd === undefined ? '' : String(budget.totalUsd),
  });
  const { busy, act } = useAction();
  const { name, description, color, run, total } = edits.draft;
  const edit = edits.set;
  const spentUsd = floor?.spentUsd ?? 0;
  const isSpent = amountOf(total) <= spentUsd;
  const isMoney = !Number.isNaN(amountOf(run)) && amountProblem(total) === null;
  const save = async () => {
    const totalUsd = total.trim() === '' ? null : amountOf(total);
    const money = {
      defaultRunUsd: amountOf(run),
      ...(edits.changed.total !== undefined && { totalUsd }),
    };
    const change = { name, description, color, budget: money };
    if (await act(() => http.updateWorkspace(id, change), 'Saved.')) edits.drop();
  };
  return (
    <section className="card stack" onKeyDown={takeByEnter}>
      <h2>Name and money</h2>
      <div className="form-grid">
        <TextField
          label="Name"
          value={name}
          onChange={(text) => edit({ name: text })}
          maxLength={60}
        />
        <TextField
          label="Description"
          value={description}
          onChange={(text) => edit({ description: text })}
        />
        <TextField
          label="Colour"
          type="color"
          value={color}
          onChange={(text) => edit({ color: text })}
        />
        <AmountField
          label="Ceiling of a run, dollars"
          value={run}
          onChange={(text) => edit({ run: text })}
        />
        <AmountField
          label="Ceiling of the floor, dollars"
          value={total}
          onChange={(text) => edit({ total: text })}
          hint={isSpent ? spentWords(spentUsd) : 'Empty: none.'}
        />
      </div>
      <Facts
        rows={[
          ['Spent so far', dollars(spentUsd)],
          ['Folder', floor?.path ?? ''],
        ]}
      />
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={!edits.isBegun || !isMoney}
          onPress={() => void save()}
        >
          Save
        </Button>
        <Unsaved of={edits} />
      </div>
    </section>
  );
}

function spentWords(spentUsd: number): string {
  return `The floor has spent ${dollars(spentUsd)} already, so it takes no new runs.`;
}

/** Where runs of the floor work. */
function WorkPlaces({ id }: { readonly id: string }) {
  const { http } = useOffice();
  const floor = useOfficeState((state) => state.workspaces.find((each) => each.id === id));
  const edits = useKeptDraft(`office-worktree-${id}`, { command: floor?.worktreeSetup ?? '' });
  const { command } = edits.draft;
  const { busy, act } = useAction();
  const save = async () => {
    const change = { worktreeSetup: command.trim() === '' ? null : command };
    if (await act(() => http.updateWorkspace(id, change), 'Saved.')) edits.drop();
  };
  return (
    <section className="card stack">
      <h2>Place of work</h2>
      <Select
        label="Runs work"
        value={floor?.isolation ?? 'place'}
        choices={isolations.map((place) => ({ id: place, label: isolationNames[place] }))}
        onChange={(place) =>
          void act(() => http.updateWorkspace(id, { isolation: place as Isolation }), 'Saved.')
        }
      />
      <TextField
        label="Command for each new worktree"
        value={command}
        onChange={(typed) => edits.set({ command: typed })}
        onEnter={() => edits.isBegun && !busy && void save()}
        placeholder="npm ci"
      />
      <div className="row">
        <Button isPending={busy} isDisabled={!edits.isBegun} onPress={() => void save()}>
          Save the command
        </Button>
        <Unsaved of={edits} />
      </div>
    </section>
  );
}

function Rooms() {
  const organisation = useOrganisation();
  const floor = useOfficeState((state) => state.floor);
  const [isRemoving, setRemoving] = useState(false);
  const { busy, act } = useAction();
  return (
    <section className="card stack">
      <h2>Rooms</h2>
      <p>
        {floor.describe}. {plural(floor.capacity, 'seat')}.
      </p>
      {floor.problem !== null && <p className="notice bad">{floor.problem}</p>}
      <div className="row">
        <Button
          isPending={busy}
          onPress={() => void act(() => organisation.addRoom(), 'A room was built.')}
        >
          Build one more room
        </Button>
        <Button
          isPending={busy}
          isDisabled={floor.layout.blocks.length === 0}
          onPress={() => setRemoving(true)}
        >
          Remove the newest
        </Button>
      </div>
      {isRemoving && (
        <Confirm
          title="Remove the newest room?"
          action="Remove the room"
          done="The room is gone."
          onConfirm={() => organisation.removeRoom()}
          onClose={() => setRemoving(false)}
        >
          <p>Whoever sits there moves to a free desk. It is refused when the desks are needed.</p>
        </Confirm>
      )}
    </section>
  );
}

function Skills({ id }: { readonly id: string }) {
  const { http } = useOffice();
  const load = useCallback((signal: AbortSignal) => http.skills({ signal }), [http]);
  const { value: skills, error } = useLoaded(load);
  const enabled = useOfficeState((state) => state.skillIds);
  const first = { skillIds: enabled.toSorted() };
  const edits = useKeptDraft(`office-skills-${id}`, first, { version: first.skillIds.join(' ') });
  const { skillIds } = edits.draft;
  const choose = (skillId: string, isOn: boolean) => {
    const others = skillIds.filter((each) => each !== skillId);
    edits.set({ skillIds: (isOn ? [...others, skillId] : others).toSorted() });
  };
  const { busy, act } = useAction();
  const save = async () => {
    if (await act(() => http.updateWorkspace(id, { skillIds }), 'Saved.')) edits.drop();
  };
  return (
    <section className="card stack">
      <h2>Skills on this floor</h2>
      {error !== null && <p className="notice bad">{error}</p>}
      {skills === null && error === null && <Skeleton height={160} />}
      <div className="checks">
        {skills?.map(({ id: skillId, name, description }) => (
          <Check
            key={skillId}
            isOn={skillIds.includes(skillId)}
            onChange={(isOn) => choose(skillId, isOn)}
          >
            <strong>{name}</strong> <span className="muted">{description}</span>
          </Check>
        ))}
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={!edits.isBegun}
          onPress={() => void save()}
        >
          Save the skills
        </Button>
        <Unsaved of={edits} />
      </div>
    </section>
  );
}
