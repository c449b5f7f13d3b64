import { useState } from 'react';
import type { Approval, Run } from '#protocol/records/work.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { toldPurpose } from '#protocol/rules/told-purpose.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { useFloorPart, useRunOf } from '../app/floors.js';
import { ago, exactDollars } from '../app/format.js';
import { useNow, useOfficeState } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { useKeptText } from '../app/use-kept-text.js';
import { runTitle } from '../app/run-title.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import type { KeyAnswer } from './answer-keys.js';
import { kindNames } from './kind-names.js';
import { type Answer, Items } from './request-items.js';
import { Lines, withPlaceClose } from './request-lines.js';
import { useAnswerKeys } from './use-answer-keys.js';
import { useAnswerOffers } from './use-answer-offers.js';
import { useDecision } from './use-decision.js';
import { useSettledRequest } from './use-settled-request.js';

/** A card whose request is answered by keys, and a function that scrolls to it. */
interface CardKeys {
  readonly isFolded: boolean;
  readonly onUnfold: () => void;
}

/** Characters of a run's title, two lines on a phone. */
const titleLength = 80;

const noKeys: CardKeys = { isFolded: false, onUnfold: () => undefined };

/** An approval: who wants to do exactly what, and where; approve, or refuse with a reason. */
export default function ApprovalCard({
  approval,
  keys,
}: {
  readonly approval: Approval;
  readonly keys?: CardKeys;
}) {
  const { id, detail, scopes, covers, items, touches, sandbox } = approval;
  const [reason, setReason] = useKeptText(`office-reason-${id}`);
  const { isSent, answer } = useAnswer(id, reason, () => setReason(''));
  const isForRun = scopes?.includes('run') === true;
  const isForChecks = scopes?.includes('checks') === true;
  const isForSandbox = scopes?.includes('sandbox-run') === true;
  const all = items === undefined ? '' : ' all';
  const run = useRunOf(approval.runId);
  // A yes lets the run spend beyond the threshold, up to its ceiling.
  const goOn =
    approval.kind === 'spend' && run !== null
      ? `Raise to ${exactDollars(run.budget.limitUsd)} and go on`
      : undefined;
  const { open, isReady } = useCardKeys(approval, keys, answer);
  const hint = (key: string) =>
    keys !== undefined && <kbd className={isReady ? 'ready' : ''}>Alt {key}</kbd>;
  return (
    <div className="stack tight">
      <Request approval={approval} />
      {items !== undefined && (
        <Items
          items={items}
          isSent={isSent}
          answer={answer}
          {...(keys !== undefined && { byKeys: open, areKeysReady: isReady })}
        />
      )}
      {items === undefined && detail !== '' && (
        <pre className="code detail" tabIndex={0} aria-label="What exactly">
          {withPlaceClose(detail)}
        </pre>
      )}
      {items === undefined && <Lines detail={detail} />}
      <Origin approval={approval} />
      {touches !== undefined && <p className="small muted">{touches}</p>}
      {isForRun && covers !== undefined && covers !== detail && (
        <p className="small muted">
          For this run means <code>{withPlaceClose(covers)}</code>, whatever filters of its output
          follow.
        </p>
      )}
      {isForChecks && <p className="small muted">As a check: {approval.checks?.told}</p>}
      {isForSandbox && <p className="small muted">Everything inside: {sandbox?.told}</p>}
      <div className="row">
        {isForChecks && (
          <Button isDisabled={isSent} onPress={() => answer(true, { scope: 'checks' })}>
            Approve the floor’s checks
          </Button>
        )}
        {isForSandbox && (
          <>
            <Button isDisabled={isSent} onPress={() => answer(true, { scope: 'sandbox-run' })}>
              Allow everything inside the sandbox, for this run
            </Button>
            <Button isDisabled={isSent} onPress={() => answer(true, { scope: 'sandbox-floor' })}>
              Allow everything inside the sandbox, for this floor
            </Button>
          </>
        )}
        <div className="grow reason">
          <TextField
            label="Reason, shown to the employee"
            hideLabel
            placeholder="Reason (optional)"
            value={reason}
            onChange={setReason}
            maxLength={500}
          />
        </div>
      </div>
      <div className="row answers">
        <Button look="primary" isDisabled={isSent} onPress={() => answer(true)}>
          {goOn ?? `Approve${all} once`} {hint('Y')}
        </Button>
        {isForRun && (
          <Button isDisabled={isSent} onPress={() => answer(true, { scope: 'run' })}>
            Approve{all} for this run {hint('R')}
          </Button>
        )}
        <Button look="danger" isDisabled={isSent} onPress={() => answer(false)}>
          Refuse{all} {hint('N')}
        </Button>
      </div>
    </div>
  );
}

/** Lets keys and the palette answer the request once it is settled in view. */
function useCardKeys(approval: Approval, keys: CardKeys | undefined, answer: Answer) {
  const { id, items, scopes } = approval;
  const isOfKeys = keys !== undefined;
  const { isFolded, onUnfold } = keys ?? noKeys;
  const open = items?.find(({ approved }) => approved === undefined)?.id;
  const isReady = useSettledRequest(isOfKeys && !isFolded, open ?? id);
  const onAnswer = (said: KeyAnswer) => {
    if (said === 'approve-run' && scopes?.includes('run') !== true) return;
    answer(said !== 'refuse', said === 'approve-run' ? { scope: 'run' } : {});
  };
  useAnswerKeys({ isOn: isOfKeys, isFolded, isReady, onUnfold, onAnswer });
  useAnswerOffers(approval, { isOfKeys, isFolded, isReady, open, answer });
  return { open, isReady };
}

/** Sends the answer with the reason once; again if the service refused it. */
function useAnswer(id: string, reason: string, onDone: () => void) {
  const decide = useDecision();
  const [isSent, setSent] = useState(false);
  const answer: Answer = (isApproved, { scope, item } = {}) => {
    if (isSent) return;
    setSent(true);
    const text = reason.trim();
    const options = {
      ...(scope && { scope }),
      ...(item !== undefined && { item }),
      ...(text !== '' && { reason: text }),
    };
    // After an answer to one item the others wait for theirs.
    void decide(id, isApproved, options).then((isDone) => {
      const isWhole = isDone && item === undefined;
      setSent(isWhole);
      if (isWhole) onDone();
    });
  };
  return { isSent, answer };
}

/** The question: who asks for what. */
function Request({ approval }: { readonly approval: Approval }) {
  const { kind, detail, runId, employeeId } = approval;
  const run = useRunOf(runId);
  const floorId = run?.workspaceId ?? null;
  const name = useFloorPart(
    floorId,
    ({ employees }) => employees.find((each) => each.id === employeeId)?.displayName,
  );
  const elsewhere = useOfficeState(({ activeWorkspaceId, workspaces }) =>
    floorId === null || floorId === activeWorkspaceId
      ? undefined
      : workspaces.find((each) => each.id === floorId)?.name,
  );
  // A `spend` approval concerns no folder.
  const place = kind === 'spend' ? undefined : run?.workspacePath;
  const isDelivery = isOfDelivery(run);
  const wish = wishOf(approval);
  return (
    <p>
      <strong>{isDelivery ? 'The delivery' : (name ?? employeeId)}</strong>
      {elsewhere !== undefined && ` of ${elsewhere}`} asks to {wish}
      {place !== undefined && !detail.includes(place) && ` in ${place}`}
    </p>
  );
}

/** What is asked for, after "asks to". */
function wishOf({ kind, turnId, summary, detail }: Approval): string {
  const told = toldWords(summary);
  // The office itself asks for commands only to check a run.
  if (kind === 'shell' && turnId === null) return `${told.charAt(0).toLowerCase()}${told.slice(1)}`;
  const wish = kindNames[kind] ?? kind;
  return detail.startsWith(summary) ? wish : `${wish}: ${told}`;
}

/** For an ended run only deliveries are asked, which a person has begun. */
function isOfDelivery(run: Run | null): boolean {
  return run !== null && isFinal(run.status);
}

/** The run and the stage that it belongs to, and its time. */
function Origin({ approval }: { readonly approval: Approval }) {
  const { requestedAt, runId, turnId, stageName, purpose } = approval;
  const run = useRunOf(runId);
  const timeoutMs = useOfficeState((state) => state.settings.approvalTimeoutMs);
  const now = useNow();
  const [seen, query] = isOfDelivery(run)
    ? ['See the change', { tab: 'change' }]
    : turnId === null
      ? ['See the run', {}]
      : ['See the turn', { turn: turnId }];
  const address = hrefTo(['runs', runId], query);
  const leftMs = Math.min(timeoutMs, Math.max(0, requestedAt + timeoutMs - now));
  return (
    <p className="small muted asked-in">
      {run !== null && <span>Run “{runTitle(run, titleLength)}”</span>}
      {stageName !== undefined && (
        <span>
          Stage {stageName}
          {purpose !== undefined &&
            !purpose.includes(`"${stageName}"`) &&
            `: ${toldPurpose(purpose)}`}
        </span>
      )}
      <span>
        asked {ago(requestedAt, now)}; refused by itself in {Math.ceil(leftMs / 60_000)} min
      </span>
      <a href={address}>{seen}</a>
    </p>
  );
}
