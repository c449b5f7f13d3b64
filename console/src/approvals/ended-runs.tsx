import type { Run } from '#protocol/records/work.js';
import { failingChecks } from '#protocol/rules/check-states.js';
import { whyEnded } from '#protocol/rules/why-ended.js';
import { ago, firstLine } from '../app/format.js';
import { runTitle } from '../app/run-title.js';
import { useOffers } from '../app/offers.js';
import { useNow } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { runTones } from '../runs/run-status.js';
import { statusWord } from '../runs/status-word.js';
import { useHistory } from '../runs/use-history.js';
import { Button } from '../ui/button.js';
import { Badge } from '../ui/pieces.js';
import { markAllSeen, useUnseen } from './seen-runs.js';

const everyRun = {};

/** Ended runs that nobody has seen yet; those with failed checks first. */
export function EndedRuns() {
  const { runs } = useHistory(everyRun);
  const unseen = useUnseen(runs ?? []);
  const isNone = unseen.length === 0;
  useOffers({ 'seen-all': isNone ? 'there is none' : markAllSeen });
  if (isNone) return null;
  const failing = unseen.filter((run) => failingChecks(run).length > 0);
  const others = unseen.filter((run) => !failing.includes(run));
  const seenAll = <Button onPress={markAllSeen}>I have seen them all</Button>;
  return (
    <>
      {failing.length > 0 && (
        <section className="stack tight">
          <div className="row between">
            <h2>Failed checks</h2>
            {others.length === 0 && seenAll}
          </div>
          <RunLinks label="Runs with failed checks" runs={failing} />
        </section>
      )}
      {others.length > 0 && (
        <section className="stack tight">
          <div className="row between">
            <h2>Ended, not looked at yet</h2>
            {seenAll}
          </div>
          <RunLinks label="Ended runs" runs={others} />
        </section>
      )}
    </>
  );
}

function RunLinks({ label, runs }: { readonly label: string; readonly runs: readonly Run[] }) {
  const now = useNow(10_000);
  return (
    <ul className="stack tight plain-list" aria-label={label}>
      {runs.map((run) => (
        <li key={run.id} className="row between">
          <span className="grow">
            <a href={hrefTo(['runs', run.id])}>{runTitle(run)}</a>{' '}
            {failingChecks(run).map(({ command }) => (
              <code key={command}>{command} </code>
            ))}
            <Reason run={run} />
          </span>
          <span className="row tight small muted">
            {run.endedAt !== null && ago(run.endedAt, now)}
            <Badge tone={runTones[run.status]}>{statusWord(run.status)}</Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Reason({ run }: { readonly run: Run }) {
  const reason = failingChecks(run).length > 0 ? null : whyEnded(run);
  return reason && <span className="block small muted">{firstLine(reason.short, 200)}</span>;
}
