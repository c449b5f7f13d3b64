import { Office } from '#client/office.js';
import type { ModelSpec } from '#protocol/records/models.js';
import type { RunDetail } from '#protocol/records/work.js';
import { notBegun, resultOf } from './eval-result.js';
import type { EvalResult } from './eval-result.js';
import type { EvalTask } from './eval-task.js';
import { openOffice } from './open-office.js';
import { TaskRepository } from './task-repository.js';
import { wayOf } from './ways.js';
import type { Way } from './ways.js';

export interface Commission {
  /** Environment of the office: keys, addresses of providers, the model to use. */
  readonly env: Readonly<Record<string, string>>;
  /** Replaces the task's own. */
  readonly way?: Way;
  /** Ceiling of the run, USD. */
  readonly budgetUsd: number;
  /** Allowed models as `<provider>/<model>`; absent: all that the office routes to. */
  readonly models?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with every ended run. */
  readonly onRun?: (run: RunDetail) => void;
}

/**
 * Runs a task in its own office and judges the result by its hidden checks. A task that could not
 * be set up is not solved.
 */
export async function carryOut(task: EvalTask, commission: Commission): Promise<EvalResult> {
  const way = commission.way ?? wayOf(task.pipeline);
  let repository: TaskRepository;
  try {
    repository = await TaskRepository.create(task);
  } catch (error) {
    return notBegun({ task: task.id, way: way.name }, error);
  }
  try {
    return await attempt(task, way, { repository, commission });
  } finally {
    await repository[Symbol.asyncDispose]();
  }
}

interface Attempt {
  readonly repository: TaskRepository;
  readonly commission: Commission;
}

async function attempt(
  task: EvalTask,
  { name, pipelineId, full }: Way,
  { repository, commission }: Attempt,
): Promise<EvalResult> {
  await using opened = await openOffice({
    OFFICE_LLM_MODE: 'live',
    OFFICE_AUTO_APPROVE_SHELL: 'true',
    OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
    OFFICE_WORKSPACE: repository.workspace,
    ...commission.env,
  });
  using office = await Office.connect(opened.address);
  if (commission.models !== undefined) await allowOnly(office, commission.models);
  const { id } = await office.http.submit({
    brief: task.brief,
    ...(pipelineId !== undefined && { pipelineId }),
    ...(full && { full }),
    budgetUsd: commission.budgetUsd,
  });
  const isLate = await follow(office, id, { limitS: task.limitS, signal: commission.signal });
  const run = await office.http.run(id);
  commission.onRun?.(run);
  const check = await repository.check(run.outcome ?? '');
  const lateAfterS = isLate ? task.limitS : undefined;
  return resultOf({ task: task.id, way: name }, run, { ...check, lateAfterS });
}

interface Patience {
  readonly limitS: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Waits for the end of a run; true if it was cancelled because its time was over. */
async function follow(
  office: Office,
  runId: string,
  { limitS, signal }: Patience,
): Promise<boolean> {
  let isLate = false;
  const cancel = (): void => {
    isLate = true;
    office.send('cancel', { runId });
  };
  const timer = limitS === undefined ? undefined : setTimeout(cancel, limitS * 1000);
  try {
    await Array.fromAsync(office.followRun(runId, { signal }));
  } finally {
    clearTimeout(timer);
  }
  return isLate;
}

/** Disables every other model. Throws for a model that the office does not have. */
async function allowOnly(office: Office, names: readonly string[]): Promise<void> {
  await office.http.discoverModels();
  const models = await office.http.models();
  const nameOf = ({ providerId, id }: ModelSpec): string => `${providerId}/${id}`;
  const unknown = names.filter((name) => !models.some((model) => nameOf(model) === name));
  if (unknown.length > 0) throw new Error(`The office has no model ${unknown.join(', ')}.`);
  const others = models.filter((model) => !names.includes(nameOf(model)));
  await office.http.updateSettings({ disabledModelIds: others.map(({ id }) => id) });
}
