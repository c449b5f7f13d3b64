import type { StageKind } from '#protocol/records/enums.js';
import type { Role } from '#protocol/records/organisation.js';
import type { Run, StageRun, StageSpec } from '#protocol/records/work.js';

/** Applies a plan: who works on a stage, and which stages are worked on. */

type PlannedRun = Pick<Run, 'workPlan' | 'full'>;

/**
 * Ids of the employees who work on a stage. The plan names the builders. A review leaves out
 * builders if anybody else can judge; a plan that wants one reviewer gets one of another department
 * than the builders, if possible. Without a plan the pipeline decides.
 */
export function workersOf(
  run: PlannedRun,
  spec: StageSpec,
  roles: readonly Role[],
): readonly string[] {
  const { workPlan, full } = run;
  if (workPlan === undefined || workPlan.builders.length === 0) return spec.roleIds;
  const builders = workPlan.builders.map(({ roleId }) => roleId);
  if (spec.kind === 'build') return builders;
  if (spec.mode !== 'review-loop') return spec.roleIds;
  const fresh = spec.roleIds.filter((id) => !builders.includes(id));
  const reviewers = fresh.length > 0 ? fresh : spec.roleIds;
  if (workPlan.review === 'full' || full === true) return reviewers;
  return [fromElsewhere(reviewers, builders, roles) ?? reviewers[0]].flatMap((id) => id ?? []);
}

/** The first reviewer from a department without builders. */
function fromElsewhere(
  reviewers: readonly string[],
  builders: readonly string[],
  roles: readonly Role[],
): string | undefined {
  const departmentOf = (id: string) => roles.find((role) => role.id === id)?.departmentId;
  const theirs = new Set(builders.map(departmentOf));
  return reviewers.find((id) => departmentOf(id) !== undefined && !theirs.has(departmentOf(id)));
}

/** True if the stage sets the plan: it is a plan stage of a run with build or on-demand stages. */
export function plansWork({ spec }: StageRun, { stages }: Pick<Run, 'stages'>): boolean {
  const isOpen = ({ kind, onDemand }: StageSpec) => kind === 'build' || onDemand === true;
  return spec.kind === 'plan' && stages.some((stage) => isOpen(stage.spec));
}

/** Whether a plan may ask for stages that are otherwise left out. */
export function hasStagesOnDemand({ stages }: Pick<Run, 'stages'>): boolean {
  return stages.some(({ spec }) => spec.onDemand === true);
}

/** Whether a stage reports on earlier stages of one of these kinds. */
export function reportsOn(
  kinds: readonly StageKind[],
  { kind }: StageSpec,
  before: readonly Pick<StageSpec, 'kind'>[],
): boolean {
  return kind === 'report' && before.some((earlier) => kinds.includes(earlier.kind));
}

/** Whether an employee judges in a stage, and so gets no tools that write. */
export function judges(stage: StageRun, roleId: string): boolean {
  return stage.spec.mode === 'review-loop' && participantsOf(stage).includes(roleId);
}

/** The employees of a stage that has begun. */
export function participantsOf({ participantRoleIds, spec }: StageRun): readonly string[] {
  return participantRoleIds.length > 0 ? participantRoleIds : spec.roleIds;
}
