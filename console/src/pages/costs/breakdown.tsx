import { useMemo } from 'react';
import type { ModelTier } from '#protocol/records/enums.js';
import type { RunDetail } from '#protocol/records/work.js';
import { useOfficeState } from '../../app/office-context.js';
import { SpendBars } from './spend-bars.js';
import { sumBy, type PaidTurn } from './sums.js';

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
  const roles = useOfficeState((state) => state.roles);
  const departments = useOfficeState((state) => state.departments);
  const turns = useMemo(() => paidTurns(runs), [runs]);
  const modelOf = ({ turn }: PaidTurn) => turn.servedBy?.modelId ?? turn.route.modelId;
  const tiers = new Map(turns.map((paid) => [modelOf(paid), paid.turn.route.tier]));
  const roleOf = (id: string) => roles.find((role) => role.id === id);
  const departmentOf = (id: string) =>
    departments.find((each) => each.id === roleOf(id)?.departmentId);
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
        sums={sums(({ turn }) => turn.roleId)}
        nameOf={(id) => roleOf(id)?.title ?? id}
        detailOf={(id) => departmentOf(id)?.name}
        colorOf={(id) => departmentOf(id)?.color ?? 'var(--idle)'}
      />
      <SpendBars title="By task" sums={sums(({ turn }) => turn.route.taskClass)} />
    </>
  );
}
