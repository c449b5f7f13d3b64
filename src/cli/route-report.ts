import { OfficeRefusal } from '../client/errors.js';
import type { Operations } from '../client/http/operations.js';
import { costUsd } from '../models/gateway/usage.js';
import { type ReplayedTurn, replayRun } from '../models/routing/replay-run.js';
import { routeTurn } from '../models/routing/route-turn.js';
import { type RoutingInputs, routingInputs } from '../models/routing/routing-inputs.js';
import type { PluginRecord } from '../protocol/records/plugins.js';
import type { RouteDecision } from '../protocol/records/routes.js';
import { renderDecision, renderReplay } from './render-route.js';
import type { ReplayArguments, RouteArguments, WhatIfArguments } from './route-arguments.js';
import { UsageError } from './usage-error.js';

/**
 * The output of `npm run route`, as lines.
 * @throws UsageError, OfficeRefusal, OfficeUnreachable
 */
export async function routeReport(args: RouteArguments, client: Operations): Promise<string[]> {
  return args.kind === 'replay'
    ? renderReplay(await replay(args, client))
    : renderDecision(await whatIf(args, client));
}

/** The route of an imagined turn. @throws UsageError, OfficeRefusal, OfficeUnreachable */
export async function whatIf(args: WhatIfArguments, client: Operations): Promise<RouteDecision> {
  const inputs = await readRoutingInputs(client, args.workspaceId ?? (await defaultFloor(client)));
  return imagine(args, inputs);
}

/** The routes of a stored run's turns. @throws OfficeRefusal, OfficeUnreachable */
export async function replay(
  args: ReplayArguments,
  client: Operations,
): Promise<readonly ReplayedTurn[]> {
  const run = await client.run(args.runId);
  const inputs = await readRoutingInputs(client, args.workspaceId ?? run.workspaceId);
  return replayRun(run, inputs, args.posture ?? inputs.posture, (model, usage) =>
    costUsd(model, usage.tokensIn, usage.tokensOut),
  );
}

/** @throws UsageError if the floor has no such role */
function imagine(args: WhatIfArguments, inputs: RoutingInputs): RouteDecision {
  const role = inputs.roles.find(({ id }) => id === args.roleId);
  if (role === undefined) {
    const ids = inputs.roles.map(({ id }) => id).join(', ');
    throw new UsageError(`There is no role "${args.roleId}" on this floor; there is ${ids}.`);
  }
  const { taskClass, complexity, budgetRemainingUsd, excludedModelIds } = args;
  return routeTurn(
    {
      taskClass,
      complexity,
      policy: role.modelPolicy,
      requiresTools: !args.withoutTools && role.allowedTools.length > 0,
      posture: args.posture ?? inputs.posture,
      excludedModelIds,
      ...(budgetRemainingUsd !== undefined && { budgetRemainingUsd }),
    },
    inputs.table,
  );
}

async function defaultFloor(client: Operations): Promise<string> {
  const floors = await client.workspaces();
  const floor = floors.find(({ isDefault }) => isDefault === true) ?? floors[0];
  if (floor === undefined) throw new OfficeRefusal('This office has no floors.');
  return floor.id;
}

async function readRoutingInputs(client: Operations, workspaceId: string): Promise<RoutingInputs> {
  const [models, providers, { llmMode }, floor, plugins] = await Promise.all([
    client.models(),
    client.providers(),
    client.health(),
    client.workspace(workspaceId),
    readPlugins(client),
  ]);
  return routingInputs({ models, providers, llmMode, floor, plugins });
}

/** Empty for an office without plugins. */
async function readPlugins(client: Operations): Promise<readonly PluginRecord[]> {
  try {
    return (await client.plugins()).records;
  } catch (error) {
    if (error instanceof OfficeRefusal) return [];
    throw error;
  }
}
