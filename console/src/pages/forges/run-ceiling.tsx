import { useFloorPart } from '../../app/floors.js';
import { exactDollars } from '../../app/format.js';
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
  const limitUsd = amountIn(runUsd) ?? usualUsd;
  if (brief.trim() === '' || Number.isNaN(limitUsd)) return null;
  const ofDayUsd = amountIn(dayUsd) ?? Infinity;
  if (limitUsd > ofDayUsd) {
    return (
      <p className="notice wait small" role="status">
        No run would begin: one may spend {exactDollars(limitUsd)}, a whole day no more than{' '}
        {exactDollars(ofDayUsd)}.
      </p>
    );
  }
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
