import type { ReplayedTurn } from '../models/routing/replay-run.js';
import type { RouteCandidate, RouteDecision } from '../protocol/records/routes.js';
import { spend } from './money.js';
import { printable } from './printable.js';
import { table } from './table.js';
import { sumOf } from '../protocol/rules/sum-of.js';

/** A decision: the choice, its reason in clauses, and the other candidates. */
export function renderDecision(decision: RouteDecision): string[] {
  const { providerId, modelId, tier, reason, fallbacks, considered } = decision;
  if (modelId === '') return [printable(reason)];
  return [
    `${providerId}/${printable(modelId)} (${tier})`,
    '',
    ...reason.split(' — ').map((clause) => `  ${printable(clause)}`),
    '',
    fallbacks.length === 0 ? 'No fallback.' : 'Fallbacks, in order:',
    ...fallbacks.map((route) => `  ${nameOf(route)}: ${route.reason}`),
    '',
    considered.length === 0 ? 'No other candidate.' : 'Other candidates, best first:',
    '',
    ...table([
      ['score', 'fitness', 'quality', '$/1k', 'tier', 'model', 'not taken because'],
      ...considered.map(candidateRow),
    ]),
  ];
}

/** A replayed run: turns, then models and cost, then and now. */
export function renderReplay(turns: readonly ReplayedTurn[]): string[] {
  if (turns.length === 0) return ['This run has no turns that could be routed once more.'];
  const moved = turns.filter(({ turn, route }) => nameOf(turn.route) !== nameOf(route)).length;
  return [
    ...table([
      ['stage', 'role', 'then', 'now', 'cost then', 'cost now'],
      ...turns.map(({ turn, stageName, route, costUsd }) => [
        printable(stageName),
        turn.roleId,
        nameOf(turn.route),
        nameOf(turn.route) === nameOf(route) ? 'the same' : nameOf(route),
        spend(turn.usage.costUsd),
        costUsd === null ? '?' : spend(costUsd),
      ]),
    ]),
    '',
    ...mix(
      'Models then',
      turns.map(({ turn }) => nameOf(turn.route)),
    ),
    ...mix(
      'Models now',
      turns.map(({ route }) => nameOf(route)),
    ),
    '',
    `${moved} of ${turns.length} turn(s) would go elsewhere.`,
    `Cost then ${spend(sumOf(turns, ({ turn }) => turn.usage.costUsd))}, ` +
      `now ${spend(sumOf(turns, ({ costUsd }) => costUsd ?? 0))} for the same tokens.`,
  ];
}

function candidateRow(candidate: RouteCandidate): string[] {
  const { score, fitness, quality, blendedCostPerKTok, tier, reason } = candidate;
  const fraction = (value: number | undefined, digits: number): string =>
    value === undefined ? '-' : value.toFixed(digits);
  return [
    fraction(score, 3),
    fraction(fitness, 2),
    fraction(quality, 2),
    blendedCostPerKTok.toFixed(5),
    tier,
    nameOf(candidate),
    printable(reason),
  ];
}

function mix(title: string, names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return [`${title}: ${sorted.map(([name, count]) => `${count} × ${name}`).join(', ')}`];
}

function nameOf({ providerId, modelId }: Pick<RouteCandidate, 'providerId' | 'modelId'>): string {
  return modelId === '' ? 'nowhere' : printable(`${providerId}/${modelId}`);
}
