import type { StageRun } from '../../../src/protocol/records/work.js';
import { stagesDone } from './stages-done.js';

/** How far a run has come, as a lane and in words. */
export function StageProgress({ stages }: { readonly stages: readonly StageRun[] }) {
  return (
    <span className="progress">
      <span aria-hidden="true">
        {stages.map(({ id, status }) => (
          <i key={id} className={status} />
        ))}
      </span>
      <span className="muted small ellipsis">{stagesDone(stages)}</span>
    </span>
  );
}
