import { useMemo } from 'react';
import type { RunDetail } from '#protocol/records/work.js';
import { toldTurn } from '#protocol/rules/told-purpose.js';
import { runTitle } from '../../app/run-title.js';
import { hrefTo } from '../../app/router.js';
import { RouteView } from '../../runs/route-view.js';
import { paidTurns } from './breakdown.js';
import { dollarsAlike, type PaidTurn } from './sums.js';
import { useRoles } from './use-roles.js';

const dearestShown = 8;

/** The most expensive turns with the reasons for their models. */
export function DearestTurns({ runs }: { readonly runs: readonly RunDetail[] }) {
  const roleOf = useRoles(runs);
  const dearest = useMemo(
    () =>
      paidTurns(runs)
        .toSorted((a, b) => b.turn.usage.costUsd - a.turn.usage.costUsd)
        .slice(0, dearestShown),
    [runs],
  );
  if (dearest.length === 0) return null;
  const format = dollarsAlike(dearest.map(({ turn }) => turn.usage.costUsd));
  const titleOf = (paid: PaidTurn) => {
    const { title, floor } = roleOf(paid);
    return floor === null ? title : `${title} of ${floor}`;
  };
  return (
    <section className="stack tight">
      <h2>The dearest turns, and why their models</h2>
      <div className="dearest">
        {dearest.map(({ turn, run }) => (
          <details key={turn.id}>
            <summary>
              <span className="num">{format(turn.usage.costUsd)}</span>
              <span className="ellipsis grow">
                {toldTurn(titleOf({ turn, run }), turn.purpose)}
              </span>
              <span className="muted mono ellipsis">
                {turn.servedBy?.modelId ?? turn.route.modelId}
              </span>
            </summary>
            <div className="stack tight">
              <p>
                In <a href={hrefTo(['runs', run.id], { turn: turn.id })}>{runTitle(run, 60)}</a>
              </p>
              <RouteView turn={turn} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
