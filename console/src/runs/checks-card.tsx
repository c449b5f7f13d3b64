import type { CheckState } from '#protocol/records/enums.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import { type CheckResult, checkResults, notCheckedIn } from '#protocol/rules/check-states.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { Badge, type Tone } from '../ui/pieces.js';
import type { RunView } from './run-view.js';

const tones: Readonly<Record<CheckState, Tone>> = {
  'not-run': 'plain',
  passed: 'good',
  failed: 'bad',
  'failed-before-and-after': 'wait',
};

/** The commands that prove the work, as the office ran them. */
export function ChecksCard({ run }: { readonly run: RunView }) {
  const results = checkResults(run);
  const notChecked = notCheckedIn(run.outcome);
  if (results.length === 0 && notChecked === null) return null;
  return (
    <section className="card stack tight" aria-label="Checks">
      <h2 className="part-title">Checks</h2>
      {notChecked !== null && <p className="small">{notChecked}</p>}
      {results.length > 0 && (
        <ul className="evidence">
          {results.map((result) => (
            <Check key={result.command} result={result} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Check({ result }: { readonly result: CheckResult }) {
  const { command, proves, state, before, last } = result;
  const tail = last?.tail ?? before?.tail ?? '';
  const ends = [before, last].flatMap((each) => (each === null ? [] : [endOf(each)]));
  return (
    <li>
      <Badge tone={tones[state]}>{checkTexts.states[state]}</Badge>
      <code>{command}</code>
      <span className="muted small">{[proves, ...ends].join('; ')}</span>
      {tail !== '' && (
        <details>
          <summary className="small">End of its output</summary>
          <pre>{tail}</pre>
        </details>
      )}
    </li>
  );
}

function endOf({ moment, outcome }: CheckRecord): string {
  return `${checkTexts.moments[moment]}: ${outcome}`;
}
