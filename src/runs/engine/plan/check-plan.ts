import { posix } from 'node:path';
import type { Role } from '#protocol/records/organisation.js';
import type { StageSpec } from '#protocol/records/work.js';
import type { WorkPlan } from '#protocol/records/work-plan.js';
import { mayWrite } from '#protocol/rules/may-write.js';
import { workPlanTexts as texts } from '#protocol/texts/work-plan.js';
import { cannotFail } from './cannot-fail.js';

const mayRun = ({ allowedTools }: Pick<Role, 'allowedTools'>): boolean =>
  allowedTools.includes('run_shell');

/**
 * Roles that a planner may choose as builders: those that may write, and run commands if the
 * planner may do both.
 */
export function buildersFor(planner: Role, roles: readonly Role[]): readonly Role[] {
  const writers = roles.filter(mayWrite);
  return mayWrite(planner) && mayRun(planner) ? writers.filter(mayRun) : writers;
}

interface PlanFacts {
  /** The employees of the floor. */
  readonly roles: readonly Role[];
  /** The stages of the run. */
  readonly specs: readonly StageSpec[];
}

/** Why a plan cannot be carried out, with what would be right; null: it can. */
export function planProblem(plan: WorkPlan, facts: PlanFacts): string | null {
  return (
    problemOfBuilders(plan, facts) ??
    problemOfPaths(plan) ??
    problemOfChecks(plan) ??
    problemOfStages(plan, facts)
  );
}

function problemOfBuilders({ builders }: WorkPlan, { roles, specs }: PlanFacts): string | null {
  const build = specs.find(({ kind }) => kind === 'build');
  const writers = roles.filter(mayWrite).map(({ id }) => id);
  if (builders.length === 0) return build === undefined ? null : texts.noBuilder(writers);
  const ids = builders.map(({ roleId }) => roleId);
  const unknown = ids.find((id) => !writers.includes(id));
  if (unknown !== undefined) return texts.unknownRole(unknown, writers);
  const twice = repeated(ids);
  if (twice !== undefined) return texts.roleTwice(twice);
  if (build?.mode === 'single' && ids.length > 1) return texts.onlyOneBuilds(build.name);
  return null;
}

function problemOfPaths({ builders }: WorkPlan): string | null {
  const outside = builders.flatMap(({ paths }) => paths).find((path) => !isInside(path));
  if (outside !== undefined) return texts.pathOutside(outside);
  const paths = builders.flatMap((builder) => [...new Set(builder.paths.map(asOneSpells))]);
  const twice = repeated(paths);
  return twice === undefined ? null : texts.pathTwice(twice);
}

/** Normalises a path: `./src//a/` becomes `src/a`. */
function asOneSpells(path: string): string {
  return posix.join(path.trim().replaceAll('\\', '/'), '.');
}

function isInside(path: string): boolean {
  const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(path);
  return path.trim() !== '' && !isAbsolute && !path.split(/[\\/]/).includes('..');
}

function problemOfChecks({ checks }: WorkPlan): string | null {
  const useless = checks.find(({ command }) => cannotFail(command));
  if (useless !== undefined) return texts.cannotFail(useless.command);
  const twice = repeated(checks.map(({ command }) => command.trim()));
  return twice === undefined ? null : texts.checkTwice(twice);
}

function problemOfStages({ stages, open }: WorkPlan, { specs }: PlanFacts): string | null {
  const onDemand = specs.filter((spec) => spec.onDemand === true);
  const names = onDemand.map(({ name }) => name);
  const unknown = stages.find(({ name }) => !names.includes(name));
  if (unknown !== undefined) return texts.notOnDemand(unknown.name, names);
  const debates = onDemand.some(
    ({ kind, name }) => kind === 'debate' && stages.some((wanted) => wanted.name === name),
  );
  return debates && open.length === 0 ? texts.debateNeedsQuestion : null;
}

function repeated(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index);
}
