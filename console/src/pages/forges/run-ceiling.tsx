import { useFloorPart } from '../../app/floors.js';
import { CeilingWarning } from '../../start/ceiling-warning.js';
import { useFloorOrFirst } from './floor-fields.js';
import { amountIn, type TriggerDraft } from './trigger-draft.js';

/** Warns that the ceilings of a trigger are too small for one of its runs. */
export function RunCeiling({
  draft: { brief, floor, pipelineId, runUsd, dayUsd },
}: {
  readonly draft: TriggerDraft;
}) {
  const floorId = useFloorOrFirst(floor);
  const usualUsd = useFloorPart(floorId, ({ budget }) => budget.defaultRunUsd) ?? NaN;
  // A run that does not fit into the ceiling of a day is not begun.
  const limitUsd = Math.min(amountIn(runUsd) ?? usualUsd, amountIn(dayUsd) ?? Infinity);
  if (brief.trim() === '' || Number.isNaN(limitUsd)) return null;
  return (
    <CeilingWarning
      floorId={floorId}
      brief={brief}
      pipelineId={pipelineId || null}
      limitUsd={limitUsd}
      isFull={false}
    />
  );
}
