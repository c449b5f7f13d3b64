import { useDeferredValue, useMemo } from 'react';
import { routingInputs } from '#models/routing/routing-inputs.js';
import { tooLittleFor } from '#models/routing/least-cost.js';
import { ceilingTexts } from '#protocol/texts/ceilings.js';
import { useFloorPart } from '../app/floors.js';
import { useOfficeState } from '../app/office-context.js';
import type { Planned } from './ceiling-rules.js';

/** A warning that the ceiling of a run is below its least cost. */
export default function CeilingNote({
  brief,
  pipelineId,
  limitUsd,
  isFull,
  continues = false,
  ...planned
}: Planned) {
  const shownId = useOfficeState((state) => state.activeWorkspaceId);
  const floorId = planned.floorId ?? shownId;
  const inputs = useRoutingInputs(floorId);
  const pipelines = useFloorPart(floorId, (floor) => floor.pipelines);
  const shownBrief = useDeferredValue(brief);
  const least = useMemo(() => {
    if (inputs === null || pipelines === undefined) return null;
    const named = pipelineId ?? undefined;
    const run = { brief: shownBrief, limitUsd, pipelineId: named, full: isFull, continues };
    return tooLittleFor(run, pipelines, inputs);
  }, [shownBrief, pipelineId, limitUsd, isFull, continues, pipelines, inputs]);
  if (least === null) return null;
  return (
    <p className="notice wait small" role="status">
      {ceilingTexts.tooSmall(limitUsd, least)}
    </p>
  );
}

/** Null: the floor is not loaded yet. */
function useRoutingInputs(floorId: string) {
  const models = useOfficeState((state) => state.models);
  const providers = useOfficeState((state) => state.providers);
  const llmMode = useOfficeState((state) => state.llmMode);
  const plugins = useOfficeState((state) => state.plugins.records);
  const roles = useFloorPart(floorId, (floor) => floor.roles);
  const routingPosture = useFloorPart(floorId, (floor) => floor.routingPosture);
  return useMemo(() => {
    if (roles === undefined || routingPosture === undefined) return null;
    const floor = { roles, routingPosture };
    return routingInputs({ models, providers, llmMode, plugins, floor });
  }, [models, providers, llmMode, plugins, roles, routingPosture]);
}
