import { memo } from 'react';
import type { StageRun } from '#protocol/records/work.js';
import { hrefTo } from '../app/router.js';
import { stageWords } from './stages-done.js';
import type { RunView } from './run-view.js';

/** The stages as a lane; a stage that has begun links to its first turn. */
export const Stages = memo(function Stages({ run }: { readonly run: RunView }) {
  // Without links the lane itself takes the focus, so that keys can scroll it.
  const hasLinks = run.stages.some(({ turnIds }) => turnIds.length > 0);
  return (
    <ol className="stages" aria-label="Stages" tabIndex={hasLinks ? undefined : 0}>
      {run.stages.map((stage) => (
        <li key={stage.id}>
          <Stage stage={stage} run={run} />
        </li>
      ))}
    </ol>
  );
});

function Stage({ stage, run }: { readonly stage: StageRun; readonly run: RunView }) {
  const { runId, spec, status, turnIds } = stage;
  const [turn] = turnIds;
  const content = (
    <>
      <strong>{spec.name}</strong>
      <span className="muted">{stageWords(stage, run)}</span>
    </>
  );
  if (turn === undefined) return <div className={status}>{content}</div>;
  return (
    <a className={status} href={hrefTo(['runs', runId], { turn })}>
      {content}
    </a>
  );
}
