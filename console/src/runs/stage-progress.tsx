import type { Run } from '#protocol/records/work.js';
import './stage-progress.css';
import { neededStages, stagesDone } from './stages-done.js';

interface Progress {
  readonly run: Pick<Run, 'status' | 'stages' | 'endedAt'>;
}

/** Progress of a run, as a lane and in words. */
export function StageProgress({ run }: Progress) {
  return (
    <span className="progress">
      <StageLane run={run} />
      <span className="muted small ellipsis">{stagesDone(run)}</span>
    </span>
  );
}

/** The needed stages side by side, coloured by status. */
export function StageLane({ run }: Progress) {
  return (
    <span className="lane" aria-hidden="true">
      {neededStages(run).map(({ id, status }) => (
        <i key={id} className={status} />
      ))}
    </span>
  );
}
