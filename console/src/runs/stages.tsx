import { memo } from 'react';
import type { RunStatus } from '#protocol/records/enums.js';
import type { StageRun } from '#protocol/records/work.js';
import { duration } from '../app/format.js';
import { hrefTo } from '../app/router.js';
import { statusWord } from './run-status.js';
import { isNotReached } from './stages-done.js';
import type { RunView } from './run-view.js';

/** The stages as a lane; a stage that has begun links to its first turn. */
export const Stages = memo(function Stages({ run }: { readonly run: RunView }) {
  // Where nothing in the lane takes the focus, it is scrolled by keys itself.
  const hasLinks = run.stages.some(({ turnIds }) => turnIds.length > 0);
  return (
    <ol className="stages" aria-label="Stages" tabIndex={hasLinks ? undefined : 0}>
      {run.stages.map((stage) => (
        <li key={stage.id}>
          <Stage stage={stage} run={run.status} />
        </li>
      ))}
    </ol>
  );
});

function Stage({ stage, run }: { readonly stage: StageRun; readonly run: RunStatus }) {
  const { runId, spec, status, startedAt, endedAt, turnIds } = stage;
  const [turn] = turnIds;
  const content = (
    <>
      <strong>{spec.name}</strong>
      <span className="muted">
        {isNotReached(status, run) ? 'not reached' : statusWord(status)}
        {startedAt !== null && endedAt !== null && `, ${duration(endedAt - startedAt)}`}
      </span>
    </>
  );
  if (turn === undefined) return <div className={status}>{content}</div>;
  return (
    <a className={status} href={hrefTo(['runs', runId], { turn })}>
      {content}
    </a>
  );
}
