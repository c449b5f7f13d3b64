import { useCallback } from 'react';
import type { Office } from '#client/office.js';
import { routingInputs, type RoutingInputs } from '#models/routing/routing-inputs.js';
import type { RoutingPosture } from '#protocol/records/enums.js';
import type { RunDetail } from '#protocol/records/work.js';
import { plural } from '../../app/format.js';
import { useOffice } from '../../app/office-context.js';
import { Badge, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';
import './costs.css';
import { noCosts, postureOfAll, withRun, type PostureCosts } from './posture-costs.js';
import { dollarsAlike } from './sums.js';

const words = {
  cheap: 'a tier lower where the policy lets it',
  balanced: 'as the policy says',
  quality: 'a tier higher where the policy lets it',
} as const;

/** The cost of the turns of these runs under each posture. */
export default function Postures({ runs }: { readonly runs: readonly RunDetail[] }) {
  const office = useOffice();
  const load = useCallback((signal: AbortSignal) => costsOf(office, runs, signal), [office, runs]);
  const { value, error } = useLoaded(load);
  if (error !== null) return <p className="notice bad">{error}</p>;
  if (value === null) return <Skeleton height={150} />;
  const { costs, inForce } = value;
  if (costs.turns === 0) {
    return <p className="muted">None of these turns can be routed again: their roles have left.</p>;
  }
  const amounts = costs.postures.map(({ usd }) => usd);
  const format = dollarsAlike([costs.usd, ...amounts]);
  const most = Math.max(costs.usd, ...amounts);
  return (
    <div className="stack tight posture-list">
      <ul className="postures" aria-label="Cost by posture">
        <li className="then">
          <span>
            <strong>As it was</strong>
            <span className="muted small"> {plural(costs.turns, 'turn')}</span>
          </span>
          <Line usd={costs.usd} most={most} />
          <span className="num">{format(costs.usd)}</span>
          <span />
        </li>
        {costs.postures.map(({ posture: name, usd, moved }) => (
          <li key={name} data-posture={name}>
            <span>
              <strong>{name}</strong> {name === inForce && <Badge tone="busy">in force</Badge>}
              <span className="muted small block">{words[name]}</span>
            </span>
            <Line usd={usd} most={most} />
            <span className="num">{format(usd)}</span>
            <span className="muted small num">
              {difference(usd, costs.usd)}
              {`, ${moved === 0 ? 'no turn' : plural(moved, 'turn')} elsewhere`}
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">
        An estimate: each turn is routed again with the roles, models and prices of now. Tokens that
        would have gone elsewhere are reckoned at the stated price, without a cache.
      </p>
    </div>
  );
}

function Line({ usd, most }: { readonly usd: number; readonly most: number }) {
  return (
    <span className="bar" aria-hidden="true">
      <span style={{ width: `${most > 0 ? (usd / most) * 100 : 0}%` }} />
    </span>
  );
}

function difference(usd: number, then: number): string {
  if (then <= 0) return 'no comparison';
  const percent = Math.round((usd / then - 1) * 100);
  if (percent === 0) return 'the same';
  return `${Math.abs(percent)}% ${percent < 0 ? 'less' : 'more'}`;
}

interface Replayed {
  readonly costs: PostureCosts;
  readonly inForce: RoutingPosture | null;
}

/** Calculated run by run, so that the page stays responsive. */
async function costsOf(
  office: Office,
  runs: readonly RunDetail[],
  signal: AbortSignal,
): Promise<Replayed> {
  const inputs = await inputsByFloor(office, runs, signal);
  let costs = noCosts;
  for (const run of runs) {
    const own = inputs.get(run.workspaceId);
    if (own === undefined) continue;
    costs = withRun(costs, run, own);
    await new Promise((then) => setTimeout(then));
    signal.throwIfAborted();
  }
  return { costs, inForce: postureOfAll([...inputs.values()]) };
}

/** The routing inputs of each floor that is still open. */
async function inputsByFloor(
  { http, state }: Office,
  runs: readonly RunDetail[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RoutingInputs>> {
  const { models, providers, llmMode, workspaces } = state;
  const plugins = state.plugins.records;
  const used = new Set(runs.map(({ workspaceId }) => workspaceId));
  const open = workspaces.map(({ id }) => id).filter((id) => used.has(id));
  const floors = await Promise.all(open.map((id) => http.workspace(id, { signal })));
  return new Map(
    floors.map((floor) => [
      floor.id,
      routingInputs({ models, providers, llmMode, plugins, floor }),
    ]),
  );
}
