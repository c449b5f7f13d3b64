import { useState } from 'react';
import { Notifications } from '../push/notifications.js';
import { Check } from '../ui/fields.js';
import { Empty, Page } from '../ui/pieces.js';
import { AllowedWithoutAsking } from './allowed-list.js';
import ApprovalCard from './approval-card.js';
import { Decided } from './decided.js';
import { EndedRuns } from './ended-runs.js';
import { HeldIssues } from './held-issues.js';
import { inboxOrder } from './inbox-order.js';
import { useShownRequest } from './use-shown-request.js';
import { beep, isSoundOn, setSound } from './approval-signals.js';

const unfolded = { isFolded: false, onUnfold: () => undefined };

/**
 * Everything that waits for people, including issues at forges; ended runs that nobody has seen;
 * and recent decisions.
 */
export default function ApprovalsPage() {
  const { waiting, first } = useShownRequest();
  const others = inboxOrder(waiting).filter((each) => each !== first);
  const inOrder = first === undefined ? [] : [first, ...others];
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
      <Decided />
    </Page>
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
