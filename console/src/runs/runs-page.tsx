import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { runStatuses } from '../../../src/protocol/records/enums.js';
import type { Run } from '../../../src/protocol/records/work.js';
import { ago, dollars, duration, firstLine } from '../app/format.js';
import { useNow, useOfficeState } from '../app/office-context.js';
import { goTo, hrefTo } from '../app/router.js';
import { Select, TextField } from '../ui/fields.js';
import { Badge, Empty, Page } from '../ui/pieces.js';
import { RunPage } from './run-page.js';
import { runTones } from './run-status.js';
import './runs.css';

interface Props {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** The runs of the office, or the one that the address names. */
export default function RunsPage({ path: [id], query }: Props) {
  return id === undefined ? <History /> : <RunPage key={id} id={id} turnId={query.get('turn')} />;
}

const all = 'all';

function History() {
  const runs = useOfficeState((state) => state.runs);
  const floors = useOfficeState((state) => state.workspaces);
  const [text, setText] = useState('');
  const [status, setStatus] = useState(all);
  const [floor, setFloor] = useState(all);
  const [id, setId] = useState('');
  const found = useMemo(
    () => runs.filter((run) => matches(run, { text, status, floor })),
    [runs, text, status, floor],
  );
  return (
    <Page
      title="Runs"
      about="Every run at work and the latest that ended. An older run opens by its id."
    >
      <div className="filters">
        <TextField
          label="Search"
          type="search"
          value={text}
          onChange={setText}
          placeholder="Words of the brief or the outcome"
        />
        <Select
          label="Status"
          value={status}
          onChange={setStatus}
          choices={[
            { id: all, label: 'Any' },
            ...runStatuses.map((each) => ({ id: each, label: each })),
          ]}
        />
        <Select
          label="Floor"
          value={floor}
          onChange={setFloor}
          choices={[
            { id: all, label: 'Any' },
            ...floors.map((each) => ({ id: each.id, label: each.name })),
          ]}
        />
        <TextField
          label="Open by id"
          value={id}
          onChange={setId}
          onEnter={() => id.trim() !== '' && goTo(['runs', id.trim()])}
        />
      </div>
      {found.length > 0 && <RunList runs={found} />}
      {found.length === 0 && (
        <Empty title={runs.length === 0 ? 'No run yet' : 'No run is like that'}>
          <p>
            {runs.length === 0
              ? 'Hand in a brief on the floor; its run appears here at once.'
              : 'Search for other words, or for any status.'}
          </p>
          <a href={hrefTo([], { new: '1' })}>Give the office a brief</a>
        </Empty>
      )}
    </Page>
  );
}

interface Filter {
  readonly text: string;
  readonly status: string;
  readonly floor: string;
}

/** Whether every word stands in the run, and status and floor are those asked for. */
export function matches(run: Run, { text, status, floor }: Filter): boolean {
  if (status !== all && run.status !== status) return false;
  if (floor !== all && run.workspaceId !== floor) return false;
  const inside = [run.brief, run.outcome, run.id, run.pipelineId, ...run.tags]
    .join(' ')
    .toLowerCase();
  return text
    .toLowerCase()
    .split(' ')
    .every((word) => inside.includes(word));
}

const rowHeight = 68;

function RunList({ runs }: { readonly runs: readonly Run[] }) {
  const scroll = useRef<HTMLDivElement>(null);
  const now = useNow(10_000);
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  return (
    <div className="run-list" ref={scroll} tabIndex={0} role="region" aria-label="List of runs">
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const run = runs[index];
          return run && <Row key={run.id} run={run} now={now} top={start} />;
        })}
      </ul>
    </div>
  );
}

function Row({ run, now, top }: { readonly run: Run; readonly now: number; readonly top: number }) {
  const { id, brief, status, createdAt, endedAt, budget, pipelineId } = run;
  return (
    <li style={{ transform: `translateY(${top}px)` }}>
      <a href={hrefTo(['runs', id])}>
        <span className="grow">
          <strong className="ellipsis">{firstLine(brief)}</strong>
          <span className="muted small ellipsis">
            {pipelineId}, {ago(createdAt, now)}
            {endedAt !== null && `, took ${duration(endedAt - createdAt)}`}
          </span>
        </span>
        <span className="num muted">{dollars(budget.spentUsd)}</span>
        <Badge tone={runTones[status]}>{status}</Badge>
      </a>
    </li>
  );
}
