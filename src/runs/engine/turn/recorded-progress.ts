import { limits } from '../../../protocol/limits.js';
import type { JournalStep } from '../../persistence/journal.repository.js';
import { callKeyOf, cutKeyOf, type RecordedAnswer } from './recorded-answer.js';
import type { SettledCall } from './tool-runner.js';
import {
  noProgress,
  type TurnProgress,
  withAnswer,
  withCutOffTries,
  withToolCall,
} from './turn-progress.js';

/** What a turn has produced by its recorded steps, without going on from there. */
export function recordedProgress(
  steps: ReadonlyMap<string, JournalStep>,
  turnKey: string,
): TurnProgress {
  let progress = noProgress;
  for (let round = 1; round <= limits.toolRoundTrips; round++) {
    const key = callKeyOf(turnKey, round);
    progress = withCutOffTries(progress, steps.get(cutKeyOf(key)));
    const answer = steps.get(key)?.value as RecordedAnswer | undefined;
    if (answer === undefined) break;
    progress = withTools(withAnswer(progress, answer), steps, answer, key);
  }
  return progress;
}

function withTools(
  before: TurnProgress,
  steps: ReadonlyMap<string, JournalStep>,
  answer: RecordedAnswer,
  answerKey: string,
): TurnProgress {
  const calls = answer.outcome === 'answered' ? answer.toolCalls : [];
  return calls.reduce((progress, _, index) => {
    const step = steps.get(`${answerKey}/t${index}`);
    if (step?.state !== 'settled') return progress;
    const { record, factIds } = step.value as SettledCall;
    return withToolCall(progress, record, factIds);
  }, before);
}
