import { Suspense, useMemo, useState } from 'react';
import type { Run, RunDetail } from '#protocol/records/work.js';
import { useAddressState } from '../../app/address-state.js';
import { count, plural } from '../../app/format.js';
import { useOfficeState } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import { Simulated, useIsMock } from '../../app/simulated.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/fields.js';
import { Empty, Page, Skeleton } from '../../ui/pieces.js';
import { Breakdown } from './breakdown.js';
import { Columns, type FloorLook } from './columns.js';
import './costs.css';
import { DearestTurns } from './dearest-turns.js';
import { beginOf, periods, spansOf, type PeriodDays } from './periods.js';
import { dollarsAlike, sumBy } from './sums.js';
import { SpendBars } from './spend-bars.js';
import { usePeriodRuns, useRunDetails } from './use-spend.js';
import { later } from '../../app/later.js';

const Postures = later(() => import('./postures.js'));

const none: readonly Run[] = [];

/** Runs whose turns are loaded at first, and with each further press. */
const readAtOnce = 50;

/** Where the money goes, what it would have cost otherwise, and why each turn got its model. */
export default function CostsPage() {
  const [period, setPeriod] = useAddressState('days', '30');
  const days = periods.find((each) => String(each) === period) ?? 30;
  /** The end of the period is fixed when the page is opened. */
  const [now] = useState(() => Date.now());
  const { value, error } = usePeriodRuns(beginOf(days, now));
  const { runs, examples } = usePaid(value?.runs ?? none);
  return (
    <Page
      title="Costs"
      about="What the runs that began in a period have cost, on every floor, and why each turn went to the model it went to."
      mark={<Simulated />}
      actions={
        <Select
          label="Period"
          value={String(days)}
          choices={periods.map((each) => ({
            id: String(each),
            label: `Last ${plural(each, 'day')}`,
          }))}
          onChange={setPeriod}
        />
      }
    >
      {error !== null && <p className="notice bad">{error}</p>}
      {value === null && error === null && <Skeleton height={320} />}
      {value?.isCut === true && (
        <p className="notice wait small">
          The period has more runs than are shown: these are the latest {count(runs.length)}.
        </p>
      )}
      {examples > 0 && (
        <p className="notice small">
          {plural(examples, 'example')} that simulated employees played{' '}
          {examples === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      {value !== null && runs.length === 0 && (
        <Empty title="Nothing was spent in this period">
          <p>
            After the first turn, its cost appears here by day, floor, model and role. Hand in a
            brief on the <a href={hrefTo([])}>floor</a>, or choose a longer period.
          </p>
        </Empty>
      )}
      {value !== null && runs.length > 0 && <Spend runs={runs} days={days} now={now} />}
    </Page>
  );
}

/** Runs without the examples that were played before there was a key, and the number of these. */
function usePaid(all: readonly Run[]): {
  readonly runs: readonly Run[];
  readonly examples: number;
} {
  const isMock = useIsMock();
  return useMemo(() => {
    const runs = isMock ? all : all.filter(({ paced }) => paced !== true);
    return { runs, examples: all.length - runs.length };
  }, [all, isMock]);
}

function Spend({
  runs,
  days,
  now,
}: {
  readonly runs: readonly Run[];
  readonly days: PeriodDays;
  readonly now: number;
}) {
  const floors = useFloorLooks();
  const spans = useMemo(() => spansOf(days, now), [days, now]);
  const spent = runs.map(({ budget }) => budget.spentUsd);
  const total = spent.reduce((sum, usd) => sum + usd, 0);
  return (
    <>
      <div className="figures">
        <Figure name={`Spent in ${plural(runs.length, 'run')}`} usd={total} />
        <Figure name="A run, on average" usd={total / runs.length} />
        <Figure name="The dearest run" usd={Math.max(...spent)} />
      </div>
      <section className="card stack tight">
        <h2>By {days > 90 ? 'month' : 'day'}</h2>
        <Columns spans={spans} runs={runs} floors={floors} />
        <p className="hint">A run counts whole on the day it began.</p>
      </section>
      <Turns runs={runs} floors={floors} />
    </>
  );
}

function Figure({ name, usd }: { readonly name: string; readonly usd: number }) {
  return (
    <div className="card">
      <p className="muted">{name}</p>
      <p className="hero num">{dollarsAlike([usd])(usd)}</p>
    </div>
  );
}

/** The parts that need the turns of runs. */
function Turns({
  runs,
  floors,
}: {
  readonly runs: readonly Run[];
  readonly floors: readonly FloorLook[];
}) {
  const [most, setMost] = useState(readAtOnce);
  const read = useMemo(() => runs.slice(0, most), [runs, most]);
  const { value: details, error } = useRunDetails(read);
  if (error !== null) return <p className="notice bad">{error}</p>;
  if (details === null) return <Skeleton height={320} />;
  return (
    <>
      <PostureCard runs={details} />
      {read.length < runs.length && (
        <div className="notice small">
          <span className="grow">
            What follows, and the postures, are of the latest {count(read.length)} of{' '}
            {plural(runs.length, 'run')}.
          </span>
          <Button onPress={() => setMost(most + readAtOnce)}>Read {readAtOnce} more</Button>
        </div>
      )}
      <div className="breakdown">
        <ByFloor runs={details} floors={floors} />
        <Breakdown runs={details} />
      </div>
      <DearestTurns runs={details} />
    </>
  );
}

function ByFloor({
  runs,
  floors,
}: {
  readonly runs: readonly Run[];
  readonly floors: readonly FloorLook[];
}) {
  const floorOf = (id: string) => floors.find((floor) => floor.id === id);
  return (
    <SpendBars
      title="By floor"
      sums={sumBy(
        runs,
        ({ workspaceId }) => workspaceId,
        ({ budget }) => budget.spentUsd,
      )}
      nameOf={(id) => floorOf(id)?.name ?? `${id} (closed)`}
      colorOf={(id) => floorOf(id)?.color ?? 'var(--idle)'}
    />
  );
}

function PostureCard({ runs }: { readonly runs: readonly RunDetail[] }) {
  return (
    <section className="card stack tight">
      <h2>What another posture would have cost</h2>
      <Suspense fallback={<Skeleton height={150} />}>
        <Postures runs={runs} />
      </Suspense>
    </section>
  );
}

function useFloorLooks(): readonly FloorLook[] {
  const floors = useOfficeState((state) => state.workspaces);
  return floors.map(({ id, name, color = 'var(--accent)' }) => ({ id, name, color }));
}
