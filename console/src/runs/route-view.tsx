import { memo } from 'react';
import type { TurnRecord } from '#protocol/records/work.js';
import type { RouteCandidate } from '#protocol/records/routes.js';
import { dollars } from '../app/format.js';
import { Facts } from '../ui/pieces.js';

interface RouteProps {
  readonly turn: Pick<TurnRecord, 'route' | 'attemptedRoutes' | 'servedBy'>;
}

/**
 * The reasons for a turn's model, and every other candidate with its exclusion.
 * Drawn again only when these change, not with every streamed word.
 */
export const RouteView = memo(function RouteView({ turn }: RouteProps) {
  const { route, attemptedRoutes = [], servedBy } = turn;
  const chosen = { ...route, reason: 'chosen', blendedCostPerKTok: Number.NaN };
  return (
    <div className="stack tight">
      <ul>
        {route.reason.split(' — ').map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ul>
      <Facts
        rows={[
          ['Task', route.taskClass],
          ['Tier', route.tier],
          ['If it fails', route.fallbacks.map(({ modelId }) => modelId).join(', ') || 'nothing'],
          ...(servedBy === undefined
            ? []
            : [['Served by', `${servedBy.providerId}/${servedBy.modelId}`] as const]),
          ...attemptedRoutes.map((attempt, index) => [`Failed ${index + 1}`, attempt] as const),
        ]}
      />
      <div className="table-wrap" tabIndex={0} role="region" aria-label="Candidates">
        <table className="table">
          <thead>
            <tr>
              <th>Model</th>
              <th>Tier</th>
              <th className="num">Quality</th>
              <th className="num">Fitness</th>
              <th className="num">Score</th>
              <th className="num">$ per 1,000 tokens</th>
              <th>Reason</th>
            </tr>
          </thead>
          <tbody>
            <Candidate candidate={chosen} />
            {route.considered.map((candidate) => (
              <Candidate
                key={`${candidate.providerId}/${candidate.modelId}`}
                candidate={candidate}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}, isSameRoute);

function isSameRoute({ turn: before }: RouteProps, { turn: after }: RouteProps): boolean {
  return (
    before.route === after.route &&
    before.attemptedRoutes === after.attemptedRoutes &&
    before.servedBy === after.servedBy
  );
}

function Candidate({ candidate }: { readonly candidate: RouteCandidate }) {
  const { modelId, tier, quality, fitness, score, blendedCostPerKTok: cost, reason } = candidate;
  return (
    <tr>
      <td>{modelId}</td>
      <td>{tier}</td>
      <td className="num">{figure(quality)}</td>
      <td className="num">{figure(fitness)}</td>
      <td className="num">{figure(score)}</td>
      <td className="num">{Number.isNaN(cost) ? '' : dollars(cost)}</td>
      <td>{reason}</td>
    </tr>
  );
}

function figure(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(2);
}
