import type { Run, StageRun } from '#protocol/records/work.js';
import './stage-progress.css';
import { stagesDone } from './stages-done.js';

interface Stages {
  readonly stages: readonly StageRun[];
}

/** Progress of a run, as a lane and in words. */
export function StageProgress({ run }: { readonly run: Pick<Run, 'status' | 'stages'> }) {
  return (
    <span className="progress">
      <StageLane stages={run.stages} />
      <span className="muted small ellipsis">{stagesDone(run)}</span>
    </span>
  );
}

/** The stages side by side, coloured by status. */
export function StageLane({ stages }: Stages) {
  return (
    <span className="lane" aria-hidden="true">
      {stages.map(({ id, status }) => (
        <i key={id} className={status} />
      ))}
    </span>
  );
}
