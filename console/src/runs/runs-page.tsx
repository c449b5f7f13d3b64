import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useSyncExternalStore, type CSSProperties } from 'react';
import type { Run } from '#protocol/records/work.js';
import type { RunSearch } from '#protocol/rules/run-search.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { whyEnded } from '#protocol/rules/why-ended.js';
import { useAddressFilter } from '../app/address-state.js';
import { ago, dateTime, dollars, plural } from '../app/format.js';
import { useFloorPart } from '../app/floors.js';
import { runTitle } from '../app/run-title.js';
import { useNow, useOfficeState } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { Simulated, SimulatedRun } from '../app/simulated.js';
import { Button } from '../ui/button.js';
import { Badge, Empty, Page, Skeleton } from '../ui/pieces.js';
import { useSettled } from '../ui/use-settled.js';
import { HistoryFilters } from './history-filters.js';
import { everyRun, type HistoryQuery, searchOf, typedFilters } from './history-query.js';
import { keepPlace, keptPlace } from './list-place.js';
import { RunPage } from './run-page.js';
import { deedText } from './review/deeds.js';
import { runTones } from './run-status.js';
import { statusWord } from './status-word.js';
import { StageProgress } from './stage-progress.js';
import { timesInWords } from './times-in-words.js';
import { useCounts } from './use-counts.js';
import { type History as RunHistory, useHistory } from './use-history.js';
import { useToldStatus } from './use-told-status.js';
import './runs.css';

interface Props {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** The list of runs, or the run in the address. */
export default function RunsPage({ path: [id], query }: Props) {
  return id === undefined ? <History /> : <RunPage key={id} id={id} turnId={query.get('turn')} />;
}

/** Pause after typing before the search starts, ms. */
const typingMs = 250;

function History() {
  const [query, change] = useAddressFilter(everyRun, typedFilters);
  // The same text for the same filters, so that the search changes only with them.
  const settled = useSettled(JSON.stringify(query), typingMs);
  const search = useMemo(() => searchOf(JSON.parse(settled) as HistoryQuery), [settled]);
  const history = useHistory(search);
  const counts = useCounts(search);
  const { sort: _order, ...restricting } = search;
  return (
    <Page title="Runs" about="Every run of the office." mark={<Simulated />}>
      <HistoryFilters query={query} onChange={change} counts={counts} />
      <p className="small muted run-count" role="status">
        {counts !== null && plural(counts.total, 'run')}
      </p>
      <Found history={history} search={search} isFiltered={Object.keys(restricting).length > 0} />
    </Page>
  );
}

function Found({
  history,
  search,
  isFiltered,
}: {
  readonly history: RunHistory;
  readonly search: RunSearch;
  readonly isFiltered: boolean;
}) {
  const { runs, error } = history;
  if (runs === null && error === null) return <Skeleton height={400} />;
  return (
    <>
      {runs !== null && runs.length > 0 && (
        <RunList runs={runs} history={history} search={search} />
      )}
      {runs?.length === 0 && error === null && <NoRun isFiltered={isFiltered} />}
      {error !== null && (
        <div className="notice bad row between" role="alert">
          <span className="grow">{toldWords(error)}</span>
          <Button onPress={history.again}>Try again</Button>
        </div>
      )}
    </>
  );
}

function NoRun({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Empty title={isFiltered ? 'No run is like that' : 'No run yet'}>
      <p>
        {isFiltered
          ? 'Search for other words, or for fewer filters.'
          : 'Hand in a brief on the floor; its run appears here at once.'}
      </p>
      <a href={hrefTo([], { new: '1' })}>Give the office a brief</a>
    </Empty>
  );
}

const rowHeights = { wide: 76, narrow: 144 };
/** The next page is loaded this many rows before the end. */
const rowsAhead = 20;

function RunList({
  runs,
  history,
  search,
}: {
  readonly runs: readonly Run[];
  readonly history: RunHistory;
  readonly search: RunSearch;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const now = useNow(10_000);
  const { isAll, error, more } = history;
  const rowHeight = useIsNarrow() ? rowHeights.narrow : rowHeights.wide;
  const rows = useVirtualizer({
    count: runs.length + (isAll ? 0 : 1),
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialOffset: () => keptPlace(search)?.top ?? 0,
  });
  useEffect(() => rows.measure(), [rows, rowHeight]);
  const items = rows.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= runs.length - rowsAhead;
  useEffect(() => {
    if (isNearEnd) more();
  });
  return (
    <div
      className="run-list"
      ref={scroll}
      tabIndex={0}
      role="region"
      aria-label="List of runs"
      onScroll={({ currentTarget }) =>
        keepPlace(search, { rows: runs.length, top: currentTarget.scrollTop })
      }
    >
      <ul style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const run = runs[index];
          return run ? (
            <Row key={run.id} run={run} now={now} place={placeOf(start, size)} />
          ) : (
            <li key="more" className="more muted" style={placeOf(start, size)}>
              {error === null ? 'Older runs are being loaded…' : 'Older runs are not loaded.'}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function placeOf(start: number, size: number): CSSProperties {
  return { height: size, transform: `translateY(${start}px)` };
}

/** Width at which a row has three lines. */
const narrow = '(max-width: 820px)';

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(narrow);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(narrow).matches,
  );
}

function Row({
  run,
  now,
  place,
}: {
  readonly run: Run;
  readonly now: number;
  readonly place: CSSProperties;
}) {
  const { id, status, createdAt, endedAt, budget, pipelineId, workspaceId } = run;
  const told = useToldStatus(run);
  const deed = run.changes?.at(-1);
  const isCutShort = status === 'failed' || status === 'cancelled';
  const reason = whyEnded(run);
  const pipeline = useFloorPart(workspaceId, ({ pipelines }) =>
    pipelines.find((each) => each.id === pipelineId),
  );
  const floor = useOfficeState(
    ({ workspaces }) => workspaces.find((each) => each.id === workspaceId)?.name ?? workspaceId,
  );
  return (
    <li style={place}>
      <a href={hrefTo(['runs', id])}>
        <span className="brief">
          <strong className="ellipsis">{runTitle(run)}</strong>
          <span className="muted small two-lines">
            {ago(createdAt, now)}, {timesInWords(run, now)}, {pipeline?.name ?? pipelineId}
            {deed !== undefined && `, ${deedText(deed)}`}
            {isCutShort && endedAt !== null && `, ${status} on ${dateTime(endedAt)}`}
            {reason !== null && `: ${reason.short}`}
          </span>
        </span>
        <span className="floor muted small ellipsis">{floor}</span>
        <StageProgress run={run} />
        <span className="money num muted">
          {dollars(budget.spentUsd)} <SimulatedRun run={run} />
        </span>
        <span className="status">
          <Badge tone={runTones[told]}>{statusWord(told)}</Badge>
        </span>
      </a>
    </li>
  );
}
