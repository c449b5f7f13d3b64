import { useEffect, useState } from 'react';
import type { Approval } from '#protocol/records/work.js';
import { dateTime } from '../app/format.js';
import { useOffice, useStateNow } from '../app/office-context.js';
import { ownName } from '../app/own-name.js';
import { hrefTo } from '../app/router.js';
import { Notifications } from '../push/notifications.js';
import { Check } from '../ui/fields.js';
import { Badge, Empty, Page } from '../ui/pieces.js';
import { AllowedWithoutAsking } from './allowed-list.js';
import ApprovalCard from './approval-card.js';
import { causeOf, deciderOf, reachOf } from '#protocol/rules/decider-of.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { EndedRuns } from './ended-runs.js';
import { HeldIssues } from './held-issues.js';
import { inboxOrder } from './inbox-order.js';
import { useShownRequest } from './use-shown-request.js';
import { kindNames } from './kind-names.js';
import { beep, isSoundOn, setSound } from './approval-signals.js';

/** Number of latest runs whose decisions are loaded. */
const runsAsked = 20;

const unfolded = { isFolded: false, onUnfold: () => undefined };

/**
 * Everything that waits for people, including issues at forges; ended runs that nobody has seen;
 * and recent decisions.
 */
export default function ApprovalsPage() {
  const { waiting, first } = useShownRequest();
  const others = inboxOrder(waiting).filter((each) => each !== first);
  const inOrder = first === undefined ? [] : [first, ...others];
  const decided = useDecided();
  return (
    <Page
      title="Inbox"
      about={
        <>
          What waits for you, the highest risk first.
          <span className="wide-only">
            {' '}
            Keys answer the first request, here and on every other page: Alt Y approves it once, Alt
            R for the rest of the run where that can be, Alt N refuses it.
          </span>
        </>
      }
      actions={<Signals />}
    >
      {waiting.length === 0 && (
        <Empty title="Nobody waits for you">
          <p>Requests appear here, and over every other page, as soon as an employee asks.</p>
        </Empty>
      )}
      {inOrder.map((approval) => (
        <section
          key={approval.id}
          className={`card ${approval === first ? 'answered' : ''}`}
          aria-label={approval === first ? 'Approval needed' : 'Another approval'}
        >
          <ApprovalCard approval={approval} {...(approval === first && { keys: unfolded })} />
        </section>
      ))}
      <HeldIssues />
      <EndedRuns />
      <AllowedWithoutAsking />
      <h2>Decided</h2>
      {decided.length === 0 ? (
        <p className="muted">Nothing was decided in the latest runs.</p>
      ) : (
        <DecidedTable approvals={decided} />
      )}
    </Page>
  );
}

/** Decisions of the latest runs, newest first; live ones are added as they arrive. */
function useDecided(): readonly Approval[] {
  const office = useOffice();
  const stateNow = useStateNow();
  const [decided, setDecided] = useState<readonly Approval[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const add = (more: readonly Approval[]) =>
      setDecided((before) => {
        const byId = new Map([...before, ...more].map((each) => [each.id, each]));
        const all = [...byId.values()].filter(({ status }) => status !== 'pending');
        return all.sort((a, b) => (b.decidedAt ?? 0) - (a.decidedAt ?? 0));
      });
    for (const { id } of stateNow().runs.slice(0, runsAsked)) {
      office.http.run(id, { signal: abort.signal }).then(
        (run) => add(run.approvals),
        () => undefined,
      );
    }
    const stop = office.on('approval.decided', ({ approval }) => add([approval]));
    return () => {
      abort.abort();
      stop();
    };
  }, [office, stateNow]);
  return decided;
}

function DecidedTable({ approvals }: { readonly approvals: readonly Approval[] }) {
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label="Decisions">
      <table className="table told">
        <thead>
          <tr>
            <th>When</th>
            <th>Decision</th>
            <th>By</th>
            <th>What</th>
            <th>Reason</th>
            <th>Run</th>
          </tr>
        </thead>
        <tbody>
          {approvals.map((approval) => (
            <DecidedRow key={approval.id} approval={approval} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DecidedRow({ approval }: { readonly approval: Approval }) {
  const { status, kind, summary, reason, decidedAt, runId, turnId } = approval;
  return (
    <tr>
      <td>{decidedAt === null ? '' : dateTime(decidedAt)}</td>
      <td>
        <Badge tone={status === 'approved' ? 'good' : 'bad'}>
          {status === 'approved' ? 'approved' : 'refused'}
        </Badge>
        {reachOf(approval)}
      </td>
      <td data-before="by">
        {deciderOf(approval, ownName()) || (
          <span className="muted">{causeOf(approval) || 'not recorded'}</span>
        )}
      </td>
      <td>
        {kindNames[kind] ?? kind}: {toldWords(summary)}
      </td>
      <td data-before="Reason:">{reason ?? <span className="muted">none given</span>}</td>
      <td>
        <a href={hrefTo(['runs', runId], turnId === null ? {} : { turn: turnId })}>Open the run</a>
      </td>
    </tr>
  );
}

function Signals() {
  const [isOn, setOn] = useState(isSoundOn);
  const change = (on: boolean) => {
    setSound(on);
    setOn(on);
    if (on) beep();
  };
  return (
    <>
      <Check isOn={isOn} onChange={change}>
        Sound
      </Check>
      {canNotify() && <Notifications />}
    </>
  );
}

/** False: the browser cannot notify, or was told not to. */
function canNotify(): boolean {
  const isThere = 'Notification' in window && 'serviceWorker' in navigator;
  return isThere && Notification.permission !== 'denied';
}
