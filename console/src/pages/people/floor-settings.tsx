import { useCallback, useState } from 'react';
import { type Isolation, isolations } from '#protocol/records/enums.js';
import { dollars, isolationNames, plural } from '../../app/format.js';
import { leftAfter } from '../../app/left-after.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState, useOrganisation } from '../../app/office-context.js';
import { useKeptValue } from '../../app/use-kept-text.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Check, Select, TextField } from '../../ui/fields.js';
import { Facts, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { changed } from './changed.js';
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

interface Edits {
  readonly name?: string;
  readonly description?: string;
  readonly color?: string;
  readonly run?: string;
  readonly total?: string;
}

const unedited: Edits = {};

/** Edited fields stay until they are saved, also when the floor changes meanwhile. */
function Details({ id }: { readonly id: string }) {
  const { http } = useOffice();
  const floor = useOfficeState((state) => state.workspaces.find((each) => each.id === id));
  const budget = useOfficeState((state) => state.budget);
  const [edits, setEdits] = useKeptValue(`office-floor-${id}`, unedited);
  const { busy, act } = useAction();
  const {
    name = floor?.name ?? '',
    description = floor?.description ?? '',
    color = floor?.color ?? '#38bdf8',
    run = String(budget.defaultRunUsd),
    total = budget.totalUsd === undefined ? '' : String(budget.totalUsd),
  } = edits;
  const edit = (change: Edits) => setEdits({ ...edits, ...change });
  const spentUsd = floor?.spentUsd ?? 0;
  const isSpent = amountOf(total) <= spentUsd;
  const isMoney = !Number.isNaN(amountOf(run)) && amountProblem(total) === null;
  const save = async () => {
    const totalUsd = total.trim() === '' ? null : amountOf(total);
    const money = {
      defaultRunUsd: amountOf(run),
      ...(edits.total !== undefined && { totalUsd }),
    };
    const change = { name, description, color, budget: money };
    if (await act(() => http.updateWorkspace(id, change), 'Saved.')) {
      setEdits(leftAfter(edits, unedited));
    }
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
          isDisabled={edits === unedited || !isMoney}
          onPress={() => void save()}
        >
          Save
        </Button>
        <Unsaved isEdited={edits !== unedited} onUndo={() => setEdits(unedited)} />
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
  const [edited, setEdited] = useKeptValue<string | null>(`office-worktree-${id}`, null);
  const { busy, act } = useAction();
  const command = edited ?? floor?.worktreeSetup ?? '';
  const save = async () => {
    const change = { worktreeSetup: command.trim() === '' ? null : command };
    if (await act(() => http.updateWorkspace(id, change), 'Saved.')) {
      setEdited(leftAfter<string | null>(edited, null));
    }
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
        onChange={setEdited}
        onEnter={() => edited !== null && !busy && void save()}
        placeholder="npm ci"
      />
      <div className="row">
        <Button isPending={busy} isDisabled={edited === null} onPress={() => void save()}>
          Save the command
        </Button>
        <Unsaved isEdited={edited !== null} onUndo={() => setEdited(null)} />
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
  /** Null: unchanged. */
  const [edited, setChosen] = useState<ReadonlySet<string> | null>(null);
  const chosen = edited ?? new Set(enabled);
  const { busy, act } = useAction();
  const save = async () => {
    const change = { skillIds: [...chosen] };
    if (await act(() => http.updateWorkspace(id, change), 'Saved.')) {
      setChosen(leftAfter<ReadonlySet<string> | null>(edited, null));
    }
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
          isDisabled={edited === null}
          onPress={() => void save()}
        >
          Save the skills
        </Button>
      </div>
    </section>
  );
}
