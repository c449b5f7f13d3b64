import { memo, Suspense } from 'react';
import { spentOf } from '#protocol/rules/spent-of.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { originOf } from '#protocol/rules/who-acts.js';
import { toldCachedShare } from '#protocol/rules/told-cached-share.js';
import { dateTime } from '../app/format.js';
import { Simulated, SimulatedRun } from '../app/simulated.js';
import { RunPostures } from '../pages/costs/run-postures.js';
import { Markdown } from '../ui/markdown.js';
import { Facts, Meter, Skeleton } from '../ui/pieces.js';
import { PlanAndChecks } from './plan-and-checks.js';
import { ForeignTexts, Instructions, Relatives, WorkPlanCard } from './run-parts.js';
import type { RunView } from './run-view.js';
import { SpendPlot } from './spend-plot.js';
import { later } from '../app/later.js';

const SmallFloor = later(() => import('./small-floor.js'));

/**
 * Spend, brief and floor beside the turns; in a replay the floor comes first, because it shows
 * movement.
 */
export const RunSide = memo(function RunSide({
  run,
  isReplay,
  replayedAt,
  speed,
}: {
  readonly run: RunView;
  readonly isReplay: boolean;
  /** The moment that a replay has reached; null: none yet. */
  readonly replayedAt: number | null;
  /** Multiple of the run's own speed. */
  readonly speed: number;
}) {
  const { spentUsd, limitUsd } = run.budget;
  const { spent, limit } = spentOf(spentUsd, limitUsd);
  const cached = toldCachedShare(run);
  const floor = (
    <Suspense fallback={<Skeleton height={240} />}>
      <SmallFloor run={run} replayedAt={replayedAt} speed={speed} />
    </Suspense>
  );
  return (
    <aside className="run-side stack">
      {isReplay && floor}
      <div className="card stack tight spend">
        <h2 className="part-title row between">
          Spend <Simulated />
          <SimulatedRun run={run} />
        </h2>
        <p className="num">
          <strong>${spent}</strong> of ${limit}
        </p>
        <Meter label="Spent of the ceiling" value={spentUsd} limit={limitUsd} />
        <SpendPlot run={run} />
        {cached !== null && (
          <p className="small muted num">
            {Math.round(cached * 100)}% of all input was read from caches of providers
          </p>
        )}
        {isFinal(run.status) && <RunPostures run={run} />}
      </div>
      <PlanAndChecks run={run} />
      <WorkPlanCard run={run} isReplay={isReplay} />
      <div className="card stack tight">
        <h2 className="part-title">Brief</h2>
        <Markdown text={run.brief} />
        <Facts
          rows={[
            ['Handed in', `${dateTime(run.createdAt)}, ${originOf(run)}`],
            ['Folder', run.workspacePath],
            ...placeRows(run),
            ['Id', <code key="id">{run.id}</code>],
            ...(run.tags.length > 0 ? [['Tags', run.tags.join(', ')] as const] : []),
          ]}
        />
      </div>
      <Instructions run={run} />
      <ForeignTexts run={run} />
      <Relatives run={run} />
      {!isReplay && floor}
    </aside>
  );
});

function placeRows({ worktree, worktreeKept, isolationNote, baseNote }: RunView) {
  if (isolationNote !== undefined) return [['Worktree', isolationNote] as const];
  if (worktree === undefined) return [];
  const state = worktreeKept === false ? 'removed' : 'its own, until it is delivered or discarded';
  const base = baseNote === undefined ? [] : [['Base', baseNote] as const];
  return [['Worktree', state] as const, ...base];
}

/** Spend in one line, if there is no room beside the turns. */
export const SpendLine = memo(function SpendLine({ run: { budget } }: { readonly run: RunView }) {
  const { spentUsd, limitUsd } = budget;
  const { spent, limit } = spentOf(spentUsd, limitUsd);
  return (
    <div className="spend-line row nowrap small num">
      <span>
        Spent <strong>${spent}</strong> of ${limit}
      </span>
      <Simulated />
      <div className="grow">
        <Meter label="Spent of the ceiling, in short" value={spentUsd} limit={limitUsd} />
      </div>
    </div>
  );
});
