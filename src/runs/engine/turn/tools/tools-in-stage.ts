import type { Role } from '#protocol/records/organisation.js';
import type { Run, StageRun, StageSpec } from '#protocol/records/work.js';
import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import type { RunSession } from '../../journal/run-session.js';
import { judges, reportsOn } from '../../plan/carried-out.js';
import { writingTools } from '#protocol/rules/may-write.js';
import { uselessTools } from '../../workspace-survey/work-facts.js';
import type { TurnRequest } from '../../stages/stage-context.js';

type Worker = Pick<TurnRequest, 'role' | 'stage'>;

/** Tools that run commands of any kind. */
const commandTools: ReadonlySet<string> = new Set(['run_shell', 'shell_output', 'shell_stop']);

/**
 * The granted tools that an employee has in a stage; reviewers and read-only stages get none that
 * write.
 */
export function heldIn({ role, stage }: Worker, granted: readonly string[]): readonly string[] {
  const readOnly = stage.spec.readOnly === true;
  if (!readOnly && !judges(stage, role.id)) return granted;
  return granted.filter((name) => !writingTools.has(name) && !(readOnly && commandTools.has(name)));
}

/** Tools for planning one's own work, which a review does not need. */
const ownWork: readonly string[] = ['todo_write', 'think'];

/** Tools for working, which a report does not need: its prompt describes the work. */
const work: readonly string[] = [
  ...ownWork,
  ...writingTools,
  ...commandTools,
  'list_dir',
  'read_file',
  'glob',
  'grep',
  'search_files',
  'git',
  'web_fetch',
  'web_search',
  'recall',
  'read_skill',
];

/** Facts about a turn that decide on its tools. */
interface TurnFacts {
  /** The facts that the employee may read. */
  readonly memory: Pick<TurnMemoryIndex, 'total'>;
  /** The turn's model reasons before it answers. */
  readonly reasons: boolean;
}

/**
 * The tools that can be of use in the turn. Depends on recorded facts only, so a conversation keeps
 * its list.
 * @param facts absent: not known yet
 */
export function usefulIn(
  session: Pick<RunSession, 'facts' | 'placeOf' | 'run'>,
  { role, stage }: Worker,
  names: readonly string[],
  facts?: TurnFacts,
): readonly string[] {
  const useless = new Set([
    ...uselessHere(session, stage.id),
    ...(mayPropose(role) ? [] : ['propose_fact']),
    ...(facts?.memory.total === 0 ? ['recall'] : []),
    ...(facts?.reasons === true ? ['think'] : []),
    ...(judges(stage, role.id) ? ownWork : []),
    ...(reportsOn(['review'], stage.spec, before(stage, session.run)) ? work : []),
  ]);
  return names.filter((name) => !useless.has(name));
}

function before({ id }: StageRun, { stages }: Pick<Run, 'stages'>): readonly StageSpec[] {
  const specs = stages.map(({ spec }) => spec);
  return specs.slice(
    0,
    stages.findIndex((stage) => stage.id === id),
  );
}

/** Tools that cannot work here, by the state when the stage began. */
function uselessHere(
  session: Pick<RunSession, 'facts' | 'placeOf'>,
  stageId: string,
): Iterable<string> {
  const { facts } = session;
  if (facts === null) return [];
  const { repository = facts.repository } = session.placeOf(stageId) ?? {};
  return uselessTools({ repository, web: facts.web });
}

/** True if an employee may propose facts. */
export function mayPropose({ seniority }: Pick<Role, 'seniority'>): boolean {
  return seniority === 'lead' || seniority === 'executive';
}
