import { useDeferredValue, useMemo } from 'react';
import { routingInputs } from '#models/routing/routing-inputs.js';
import { tooLittleFor } from '#models/routing/least-cost.js';
import { ceilingTexts } from '#protocol/texts/ceilings.js';
import { useOfficeState } from '../app/office-context.js';
import type { Planned } from './ceiling-rules.js';

/** A warning that the ceiling of a run is below its least cost. */
export default function CeilingNote({
  brief,
  pipelineId,
  limitUsd,
  isFull,
  continues = false,
}: Planned) {
  const inputs = useRoutingInputs();
  const pipelines = useOfficeState((state) => state.pipelines);
  const shownBrief = useDeferredValue(brief);
  const least = useMemo(() => {
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

function useRoutingInputs() {
  const models = useOfficeState((state) => state.models);
  const providers = useOfficeState((state) => state.providers);
  const llmMode = useOfficeState((state) => state.llmMode);
  const plugins = useOfficeState((state) => state.plugins.records);
  const roles = useOfficeState((state) => state.roles);
  const routingPosture = useOfficeState((state) => state.routingPosture);
  return useMemo(
    () => routingInputs({ models, providers, llmMode, plugins, floor: { roles, routingPosture } }),
    [models, providers, llmMode, plugins, roles, routingPosture],
  );
}
