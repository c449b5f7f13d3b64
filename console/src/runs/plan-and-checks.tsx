import type { CheckState } from '#protocol/records/enums.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import type { PlanStep } from '#protocol/records/work-plan.js';
import { type CheckResult, checkResults, notCheckedIn } from '#protocol/rules/check-states.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { Badge, type Tone } from '../ui/pieces.js';
import type { RunView } from './run-view.js';

const tones: Readonly<Record<CheckState, Tone>> = {
  'not-run': 'plain',
  passed: 'good',
  failed: 'bad',
  'failed-before-and-after': 'wait',
};

const stepNames: Readonly<Record<PlanStep['status'], string>> = {
  pending: 'to do',
  in_progress: 'at work',
  completed: 'done',
};

const stepTones: Readonly<Record<PlanStep['status'], Tone>> = {
  pending: 'plain',
  in_progress: 'busy',
  completed: 'good',
};

/** What is to be done and the commands that prove it, in one list whose items turn green or red. */
export function PlanAndChecks({ run }: { readonly run: RunView }) {
  const results = checkResults(run);
  const notChecked = notCheckedIn(run.outcome);
  if (run.plan.length === 0 && results.length === 0 && notChecked === null) return null;
  const isStopped = isFinal(run.status) && run.status !== 'done';
  return (
    <section className="card stack tight" aria-label="Plan and checks">
      <h2 className="part-title">Plan and checks</h2>
      {notChecked !== null && <p className="small">{notChecked}</p>}
      {run.plan.length + results.length > 0 && (
        <ul className="evidence">
          {run.plan.map((step, index) => (
            <Step key={index} step={step} isStopped={isStopped} />
          ))}
          {results.map((result) => (
            <Check key={result.command} result={result} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** A step that was at work when its run ended without success was not completed. */
function Step({ step, isStopped }: { readonly step: PlanStep; readonly isStopped: boolean }) {
  const { content, status } = step;
  const isLost = isStopped && status === 'in_progress';
  return (
    <li>
      <Badge tone={isLost ? 'bad' : stepTones[status]}>
        {isLost ? 'not completed' : stepNames[status]}
      </Badge>
      <span>{content}</span>
    </li>
  );
}

export function CheckBadge({ result: { state, before } }: { readonly result: CheckResult }) {
  const isOnlyBefore = state === 'not-run' && before !== null;
  return (
    <Badge tone={tones[state]}>
      {isOnlyBefore ? checkTexts.notRunSince : checkTexts.states[state]}
    </Badge>
  );
}

function Check({ result }: { readonly result: CheckResult }) {
  const { command, proves, before, last } = result;
  const tail = last?.tail ?? before?.tail ?? '';
  const ends = [before, last].flatMap((each) => (each === null ? [] : [endOf(each)]));
  return (
    <li>
      <CheckBadge result={result} />
      <code>{command}</code>
      <span className="muted small">{[proves, ...ends].join('; ')}</span>
      {tail !== '' && (
        <details>
          <summary className="small">End of its output</summary>
          <pre tabIndex={0}>{tail}</pre>
        </details>
      )}
    </li>
  );
}

function endOf({ moment, outcome }: CheckRecord): string {
  return `${checkTexts.moments[moment]}: ${outcome}`;
}
