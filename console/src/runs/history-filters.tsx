import { useState } from 'react';
import { runStatuses } from '#protocol/records/enums.js';
import type { RunCounts } from '#protocol/records/work.js';
import { runOrders, type RunOrder } from '#protocol/rules/run-order.js';
import { count } from '../app/format.js';
import { useOfficeState } from '../app/office-context.js';
import { useOffers } from '../app/offers.js';
import { goTo } from '../app/router.js';
import { useKept } from '../app/use-kept-text.js';
import { Button } from '../ui/button.js';
import { type Choice, Select, TextField } from '../ui/fields.js';
import { all, everyRun, furtherFilters, type HistoryQuery } from './history-query.js';
import { statusWord } from './status-word.js';
import { dropView, savedViews, saveView } from './saved-views.js';
import { AmountField } from '../ui/amount-field.js';
import { useFilterChoices } from './use-filter-choices.js';

const orderNames: Readonly<Record<RunOrder, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  dearest: 'Dearest first',
  longest: 'Longest at work first',
};

interface Props {
  readonly query: HistoryQuery;
  readonly onChange: (change: Partial<HistoryQuery>) => void;
}

/** Words, status, floor and order; rarer filters are folded. */
export function HistoryFilters({
  query,
  onChange,
  counts,
}: Props & { readonly counts: RunCounts | null }) {
  const floors = useOfficeState((state) => state.workspaces);
  const further = furtherFilters(query);
  const isUsed = further > 0;
  const [wasUsed, setUsed] = useState(isUsed);
  const [isOpen, setOpen] = useState(isUsed);
  // They open with the first one in use, and stay while somebody empties a field to fill it anew.
  if (isUsed !== wasUsed) {
    setUsed(isUsed);
    if (isUsed) setOpen(true);
  }
  return (
    <>
      <div className="run-filters">
        <TextField
          label="Search"
          type="search"
          value={query.text}
          onChange={(text) => onChange({ text })}
          placeholder="Words of the brief or the outcome"
        />
        <Select
          label="Status"
          value={query.status}
          onChange={(status) => onChange({ status })}
          choices={[
            { id: all, label: 'Any' },
            ...runStatuses.map((id) => ({ id, label: withCount(statusWord(id), counts, id) })),
          ]}
        />
        <Select
          label="Floor of the run"
          value={query.of}
          onChange={(of) => onChange({ of })}
          choices={withPresent(
            query.of,
            floors.map(({ id, name }) => ({ id, label: name })),
          )}
        />
        <Select
          label="Order"
          value={query.sort}
          onChange={(sort) => onChange({ sort })}
          choices={runOrders.map((id) => ({ id, label: orderNames[id] }))}
        />
      </div>
      <details
        className="small"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>More filters{further > 0 && ` (${further} in use)`}</summary>
        {isOpen && <Further query={query} onChange={onChange} />}
      </details>
      <Views query={query} onChange={onChange} />
    </>
  );
}

function withCount(
  word: string,
  counts: RunCounts | null,
  status: keyof RunCounts['statuses'],
): string {
  return counts === null ? word : `${word} (${count(counts.statuses[status])})`;
}

function Further({ query, onChange }: Props) {
  const { pipelines, people } = useFilterChoices(query.of);
  const [id, setId] = useState('');
  const money = (name: 'least' | 'most', label: string) => (
    <AmountField
      label={label}
      value={query[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const day = (name: 'since' | 'until', label: string) => (
    <TextField
      label={label}
      type="date"
      value={query[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div className="run-filters further folded-part">
      <Select
        label="Pipeline"
        value={query.pipeline}
        onChange={(pipeline) => onChange({ pipeline })}
        choices={withPresent(query.pipeline, pipelines)}
      />
      <Select
        label="Person"
        value={query.person}
        onChange={(person) => onChange({ person })}
        choices={withPresent(query.person, people)}
      />
      <Select
        label="Files"
        value={query.changes}
        onChange={(changes) => onChange({ changes })}
        choices={[
          { id: all, label: 'Any' },
          { id: 'yes', label: 'Has changes' },
          { id: 'no', label: 'Changed nothing' },
        ]}
      />
      {money('least', 'Cost at least, dollars')}
      {money('most', 'Cost at most, dollars')}
      {day('since', 'Handed in since')}
      {day('until', 'Handed in until')}
      <TextField
        label="Open by id"
        value={id}
        onChange={setId}
        onEnter={() => id.trim() !== '' && goTo(['runs', id.trim()])}
      />
    </div>
  );
}

/** The choices with "any" and with the present one, which may be of another floor, or a closed one. */
function withPresent(present: string, choices: readonly Choice[]): Choice[] {
  const isListed = present === all || choices.some(({ id }) => id === present);
  return [
    { id: all, label: 'Any' },
    ...choices,
    ...(isListed ? [] : [{ id: present, label: present }]),
  ];
}

/** Filters that were kept under a name, and a field to keep the present ones. */
function Views({ query, onChange }: Props) {
  const [views, setViews] = useState(savedViews);
  const [name, setName] = useKept('office-view-name');
  const isFiltered = JSON.stringify(query) !== JSON.stringify(everyRun);
  const keepIt = () => {
    const given = (name ?? '').trim();
    if (given === '') return;
    setViews(saveView({ name: given, query }));
    setName(null);
  };
  const shown = JSON.stringify(query);
  const at = views.findIndex((view) => JSON.stringify(view.query) === shown);
  const step = (by: 1 | -1) =>
    views.length === 0
      ? 'no view is saved'
      : () => {
          const from = at < 0 && by === -1 ? 0 : at;
          const next = views[(from + by + views.length) % views.length];
          if (next !== undefined) onChange(next.query);
        };
  const unfiltered = isFiltered ? null : 'the list has no filter';
  useOffers({
    'view-next': step(1),
    'view-previous': step(-1),
    'view-save': unfiltered ?? (() => setName((now) => now ?? '')),
    'filters-clear': unfiltered ?? (() => onChange(everyRun)),
  });
  if (views.length === 0 && !isFiltered) return null;
  return (
    <div className="row tight" role="group" aria-label="Saved views">
      {views.map((view) => (
        <span key={view.name} className="row nowrap view">
          <Button
            aria-pressed={JSON.stringify(view.query) === shown}
            onPress={() => onChange(view.query)}
          >
            {view.name}
          </Button>
          <Button
            look="quiet"
            aria-label={`Forget the view ${view.name}`}
            onPress={() => setViews(dropView(view.name))}
          >
            ×
          </Button>
        </span>
      ))}
      {isFiltered && name === null && (
        <>
          <Button onPress={() => setName('')}>Save this view</Button>
          <Button look="quiet" onPress={() => onChange(everyRun)}>
            Clear the filters
          </Button>
        </>
      )}
      {isFiltered && name !== null && (
        <>
          <TextField
            label="Name of the view"
            hideLabel
            placeholder="Name of the view"
            autoFocus={name === ''}
            value={name}
            onChange={setName}
            onEnter={keepIt}
            maxLength={60}
          />
          <Button look="primary" isDisabled={name.trim() === ''} onPress={keepIt}>
            Save
          </Button>
          <Button look="quiet" onPress={() => setName(null)}>
            Leave it
          </Button>
        </>
      )}
    </div>
  );
}
