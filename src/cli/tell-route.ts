import { routeTurn } from '../models/routing/route-turn.js';
import type { WorkspaceSummary } from '../protocol/records/organisation.js';
import type { RouteDecision } from '../protocol/records/work.js';
import { UsageError } from './usage-error.js';
import { OfficeRefusal } from './office-client.js';
import type { OfficeClient } from './office-client.js';
import { renderDecision, renderReplay } from './render-route.js';
import { replayRun } from './replay-run.js';
import type { ReplayArguments, RouteArguments, WhatIfArguments } from './route-arguments.js';
import { readRoutingScene } from './routing-scene.js';
import type { RoutingScene } from './routing-scene.js';

/**
 * What `npm run route` has to say, as lines.
 * @throws UsageError, OfficeRefusal, OfficeUnreachable
 */
export function tellRoute(args: RouteArguments, client: OfficeClient): Promise<string[]> {
  return args.kind === 'replay' ? replay(args, client) : whatIf(args, client);
}

async function whatIf(args: WhatIfArguments, client: OfficeClient): Promise<string[]> {
  const scene = await readRoutingScene(client, args.workspaceId ?? (await defaultFloor(client)));
  return renderDecision(imagine(args, scene));
}

async function replay(args: ReplayArguments, client: OfficeClient): Promise<string[]> {
  const run = await client.run(args.runId);
  const scene = await readRoutingScene(client, args.workspaceId ?? run.workspaceId);
  return renderReplay(replayRun(run, scene, args.posture ?? scene.posture));
}

/** @throws UsageError for a role the floor does not have */
function imagine(args: WhatIfArguments, scene: RoutingScene): RouteDecision {
  const role = scene.roles.find(({ id }) => id === args.roleId);
  if (role === undefined) {
    const ids = scene.roles.map(({ id }) => id).join(', ');
    throw new UsageError(`There is no role "${args.roleId}" on this floor; there is ${ids}.`);
  }
  const { taskClass, complexity, budgetRemainingUsd, excludedModelIds } = args;
  return routeTurn(
    {
      taskClass,
      complexity,
      policy: role.modelPolicy,
      requiresTools: !args.withoutTools && role.allowedTools.length > 0,
      posture: args.posture ?? scene.posture,
      excludedModelIds,
      ...(budgetRemainingUsd !== undefined && { budgetRemainingUsd }),
    },
    scene.table,
  );
}

async function defaultFloor(client: OfficeClient): Promise<string> {
  const floors = await client.read<WorkspaceSummary[]>('/api/workspaces');
  const floor = floors.find(({ isDefault }) => isDefault === true) ?? floors[0];
  if (floor === undefined) throw new OfficeRefusal('This office has no floors.');
  return floor.id;
}
