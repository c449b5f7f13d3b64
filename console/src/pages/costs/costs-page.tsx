import { useCallback, useMemo } from 'react';
import { count, dollars, firstLine } from '../../app/format.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import { RouteView } from '../../runs/route-view.js';
import { Bars } from '../../ui/bars.js';
import { Empty, Page, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { otherCosts, sumBy, sumByDay, type PaidTurn } from './sums.js';

const dearestShown = 8;
/** Runs that are asked for at once. */
const atOnce = 6;

/** Where the money goes, and why each turn went to its model. */
export default function CostsPage() {
  const office = useOffice();
  const floors = useOfficeState((state) => state.workspaces);
  const ids = useOfficeState((state) => state.runs.map(({ id }) => id).join(' '));
  const load = useCallback(
    async (signal: AbortSignal) => {
      const paid: PaidTurn[] = [];
      const waiting = ids.split(' ').filter((id) => id !== '');
      while (waiting.length > 0) {
        const some = waiting.splice(0, atOnce);
        const runs = await Promise.all(some.map((id) => office.http.run(id, { signal })));
        for (const run of runs) paid.push(...run.turns.map((turn) => ({ turn, run })));
      }
      return paid;
    },
    [office, ids],
  );
  const { value: turns, error } = useLoaded(load);
  return (
    <Page
      title="Costs"
      about="What the runs that the office holds have cost, and why each turn went to the model it went to."
    >
      {error !== null && <p className="notice bad">{error}</p>}
      {turns === null && error === null && <Skeleton height={320} />}
      {turns?.length === 0 && (
        <Empty title="Nothing was spent yet">
          <p>After the first turn, its cost appears here by model, role, floor and day.</p>
        </Empty>
      )}
      {turns !== null && turns.length > 0 && <Sums turns={turns} />}
      <h2>Floors</h2>
      <Bars
        bars={floors.map(({ name, spentUsd }) => ({ label: name, value: spentUsd }))}
        format={dollars}
      />
    </Page>
  );
}

function Sums({ turns }: { readonly turns: readonly PaidTurn[] }) {
  const roles = useOfficeState((state) => state.roles);
  const titleOf = (roleId: string) => roles.find(({ id }) => id === roleId)?.title ?? roleId;
  const total = turns.reduce((sum, { turn }) => sum + turn.usage.costUsd, 0);
  const other = useMemo(() => otherCosts(turns), [turns]);
  const dearest = useMemo(
    () =>
      turns.toSorted((a, b) => b.turn.usage.costUsd - a.turn.usage.costUsd).slice(0, dearestShown),
    [turns],
  );
  return (
    <>
      <div className="grid">
        <div className="card">
          <p className="muted">{count(turns.length)} turns</p>
          <p className="hero num">{dollars(total)}</p>
        </div>
        <div className="card">
          <p className="muted">Always the cheapest candidate</p>
          <p className="hero num">{dollars(other.cheapest)}</p>
        </div>
        <div className="card">
          <p className="muted">Always the dearest candidate</p>
          <p className="hero num">{dollars(other.dearest)}</p>
        </div>
      </div>
      <p className="muted small">
        The last two are estimates: the same tokens at the blended prices of the other models that
        each turn was weighed between.
      </p>
      <div className="grid wide">
        <Group
          title="By model"
          bars={sumBy(turns, ({ turn }) => turn.servedBy?.modelId ?? turn.route.modelId)}
        />
        <Group title="By role" bars={sumBy(turns, ({ turn }) => titleOf(turn.roleId))} />
        <Group title="By task" bars={sumBy(turns, ({ turn }) => turn.route.taskClass)} />
        <Group title="By day" bars={sumByDay(turns)} />
      </div>
      <h2>The dearest turns, and why their models</h2>
      <div className="stack tight">
        {dearest.map(({ turn, run }) => (
          <details key={turn.id} className="card">
            <summary>
              <span className="num">{dollars(turn.usage.costUsd)}</span> {turn.purpose} (
              {titleOf(turn.roleId)})
            </summary>
            <p>
              In{' '}
              <a href={hrefTo(['runs', run.id], { turn: turn.id })}>{firstLine(run.brief, 60)}</a>
            </p>
            <RouteView turn={turn} />
          </details>
        ))}
      </div>
    </>
  );
}

function Group({
  title,
  bars,
}: {
  readonly title: string;
  readonly bars: Parameters<typeof Bars>[0]['bars'];
}) {
  return (
    <section className="card stack tight">
      <h3>{title}</h3>
      <Bars bars={bars.slice(0, 12)} format={dollars} />
    </section>
  );
}
