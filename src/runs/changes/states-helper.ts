import type { StartedElsewhere } from '../../platform/process/child-starter.process.js';
import { HelperProcess, HelperProcessError } from '../../platform/process/helper-process.js';
import type { ChildOutcome } from '../../platform/process/run-child.js';
import { workerEntry } from '../../platform/process/worker-entry.js';
import { SnapshotError } from './shadow-git.js';
import type { StatesAnswer, StatesRequest, TakeRequest } from './states.process.js';

/** For all git commands of one state together, ms. */
const takeTimeoutMs = 120_000;

/**
 * The process that scans workspaces and runs git for the service, because forking the service is
 * slow (see `ChildStarter`).
 */
const helper = new HelperProcess<StatesRequest, StatesAnswer>(
  workerEntry(import.meta.url, './states.process'),
);

/** @throws Error if the child cannot be started; HelperProcessError */
export async function startInHelper(command: StartedElsewhere): Promise<ChildOutcome> {
  const answer = await helper.run({ command, timeoutMs: command.timeoutMs });
  if (!('outcome' in answer)) throw new Error('the helper process answered something else');
  return answer.outcome;
}

/**
 * Name of a workspace's present state. Taken once more if the helper ends meanwhile: without the
 * state before a call nobody knows what the call changed.
 * @throws SnapshotError, HelperProcessError
 */
export async function takeState(take: TakeRequest): Promise<string> {
  const ask = () => helper.run({ take, timeoutMs: takeTimeoutMs });
  const answer = await ask().catch((thrown: unknown) => {
    if (thrown instanceof HelperProcessError && thrown.hasEnded) return ask();
    throw thrown;
  });
  if ('refusal' in answer) throw new SnapshotError(answer.refusal, answer.isLasting);
  if (!('state' in answer)) throw new SnapshotError('the helper process answered something else');
  return answer.state;
}
