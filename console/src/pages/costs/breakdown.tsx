import { useMemo } from 'react';
import type { ModelTier } from '#protocol/records/enums.js';
import type { RunDetail } from '#protocol/records/work.js';
import { SpendBars } from './spend-bars.js';
import { sumBy, type PaidTurn } from './sums.js';
import { useRoles } from './use-roles.js';

const tierColors: Readonly<Record<ModelTier, string>> = {
  nano: 'var(--idle)',
  small: 'var(--good)',
  standard: 'var(--working)',
  strong: 'var(--thinking)',
  max: 'var(--blocked)',
};

/** Turns that a run itself paid for. */
export function paidTurns(runs: readonly RunDetail[]): readonly PaidTurn[] {
  return runs.flatMap((run) =>
    run.turns.filter(({ takenFrom }) => takenFrom === undefined).map((turn) => ({ turn, run })),
  );
}

/** Spend by model, role and task, in the colours of tiers and departments. */
export function Breakdown({ runs }: { readonly runs: readonly RunDetail[] }) {
  const turns = useMemo(() => paidTurns(runs), [runs]);
  const modelOf = ({ turn }: PaidTurn) => turn.servedBy?.modelId ?? turn.route.modelId;
  const tiers = new Map(turns.map((paid) => [modelOf(paid), paid.turn.route.tier]));
  const roleOf = useRoles(runs);
  const roles = new Map(turns.map((paid) => roleOf(paid)).map((role) => [role.key, role]));
  const placeOf = (key: string) => {
    const { department, floor = null } = roles.get(key) ?? {};
    return [department?.name, floor].filter(Boolean).join(', ');
  };
  const sums = (keyOf: (paid: PaidTurn) => string) =>
    sumBy(turns, keyOf, ({ turn }) => turn.usage.costUsd);
  return (
    <>
      <SpendBars
        title="By model"
        sums={sums(modelOf)}
        detailOf={(id) => tiers.get(id)}
        colorOf={(id) => tierColors[tiers.get(id) ?? 'nano']}
      />
      <SpendBars
        title="By role"
        sums={sums((paid) => roleOf(paid).key)}
        nameOf={(key) => roles.get(key)?.title ?? key}
        detailOf={placeOf}
        colorOf={(key) => roles.get(key)?.department?.color ?? 'var(--idle)'}
      />
      <SpendBars title="By task" sums={sums(({ turn }) => turn.route.taskClass)} />
    </>
  );
}
