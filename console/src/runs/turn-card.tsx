import { copyText } from '../app/copy-text.js';
import { memo, useState, type CSSProperties } from 'react';
import type { ToolCallRecord, TurnRecord } from '#protocol/records/work.js';
import { toldPurpose } from '#protocol/rules/told-purpose.js';
import { wasDeclined } from '#protocol/rules/was-declined.js';
import { waitTexts } from '#protocol/texts/models.js';
import { useFloorPart } from '../app/floors.js';
import { duration, plural } from '../app/format.js';
import { notify } from '../app/notices.js';
import { useNow } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { initialsOf } from '../floor/status.js';
import { Button } from '../ui/button.js';
import { Details } from '../ui/details.js';
import { Icon } from '../ui/icon.js';
import { LongText } from '../ui/long-text.js';
import { Failure } from '../ui/failure.js';
import { GrowingMarkdown } from '../ui/growing-markdown.js';
import { Markdown } from '../ui/markdown.js';
import { Badge, type Tone } from '../ui/pieces.js';
import { diffOf } from './diff-lines.js';
import { DiffView } from './diff-view.js';
import { RouteView } from './route-view.js';
import { useAskAboutRun } from './run-questions.js';
import { statusWord } from './status-word.js';
import { shortenedWait } from './shortened-wait.js';
import { useStillTurn } from './still-run.js';
import { usageWords } from './usage-words.js';

const turnTones: Readonly<Record<TurnRecord['status'], Tone>> = {
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

/** One employee's turn: text, reasoning, tools, model and cost. */
export const TurnCard = memo(function TurnCard({
  turn,
  floorId,
  isTarget,
  canRevert,
  asks,
  hasGap,
}: {
  readonly turn: TurnRecord;
  /** The floor of the run. */
  readonly floorId: string;
  readonly isTarget: boolean;
  /** True if the run has ended, so that its changes can be reverted. */
  readonly canRevert: boolean;
  /** Text of the question to people for which the turn waits. */
  readonly asks: string | null;
  /** True while the turn runs and this page lacks a part of its text. */
  readonly hasGap: boolean;
}) {
  const { id, status, text, reasoning, toolCalls, error, wroteFiles } = turn;
  const still = useStillTurn(turn);
  const diff = diffOf(still);
  const unrecorded = turn.diff?.unrecorded ?? [];
  const ask = useAskAboutRun();
  return (
    <article id={`turn-${id}`} className={`turn ${status} ${isTarget ? 'target' : ''}`}>
      <TurnHeader turn={still} floorId={floorId} isWaiting={asks !== null} />
      <div className="content">
        {/* The part that grows while the turn runs comes last. */}
        <Details className="small" summary="Why this model">
          {() => <RouteView turn={still} />}
        </Details>
        {reasoning !== null && reasoning !== '' && (
          <Details
            className="small"
            summary={`Reasoning (${plural(reasoning.length, 'character')})`}
          >
            {() => <LongText text={reasoning} />}
          </Details>
        )}
        {toolCalls.map((call) => (
          <ToolCall key={call.id} call={call} />
        ))}
        {status === 'running' ? (
          <Ongoing turn={turn} floorId={floorId} isAsking={asks !== null} hasGap={hasGap} />
        ) : (
          <Markdown text={text} />
        )}
        {asks !== null && (
          <p>
            Waits for your answer: <code>{asks}</code>
          </p>
        )}
        {error !== null && (
          <Failure at={turn.endedAt} isCancelled={status === 'cancelled'}>
            {error}
          </Failure>
        )}
        {wroteFiles.length > 0 && (
          <p className="small">
            Wrote{' '}
            {wroteFiles.map((path) => (
              <code key={path}>{path} </code>
            ))}
          </p>
        )}
        {unrecorded.length > 0 && (
          <p className="small">
            Changed, but not recorded:{' '}
            {unrecorded.map((path) => (
              <code key={path}>{path} </code>
            ))}
          </p>
        )}
        {diff !== null && <DiffView diff={diff} />}
        {diff !== null && canRevert && (
          <div>
            <Button look="quiet" onPress={() => ask({ kind: 'revert', turnId: id })}>
              Undo from this turn on
            </Button>
          </div>
        )}
      </div>
    </article>
  );
});

/** The text of a running turn so far, and its wait. */
function Ongoing({
  turn: { id, text },
  floorId,
  isAsking,
  hasGap,
}: {
  readonly turn: TurnRecord;
  readonly floorId: string;
  readonly isAsking: boolean;
  readonly hasGap: boolean;
}) {
  return (
    <>
      {text !== '' && <GrowingMarkdown text={text} />}
      {hasGap && (
        <p className="small muted">
          What it may have written before this page listened follows when the turn ends.
        </p>
      )}
      {!isAsking && <Wait turnId={id} floorId={floorId} hasText={text !== ''} />}
    </>
  );
}

/** Shows that a turn waits for its provider, or for the first words. */
function Wait({
  turnId,
  floorId,
  hasText,
}: {
  readonly turnId: string;
  readonly floorId: string;
  readonly hasText: boolean;
}) {
  const activity = useFloorPart(
    floorId,
    ({ employees }) => employees.find((each) => each.currentTurnId === turnId)?.activity ?? '',
  );
  if (activity !== undefined && waitTexts.isWait(activity)) {
    return <Countdown key={activity} wait={activity} />;
  }
  return hasText ? null : <p className="muted">Thinking…</p>;
}

/** The wait with its remaining seconds, counted since this page showed it. */
function Countdown({ wait }: { readonly wait: string }) {
  const [since] = useState(Date.now);
  const seconds = Math.round((useNow() - since) / 1000);
  return <p className="muted">{shortenedWait(wait, seconds)}</p>;
}

const TurnHeader = memo(function TurnHeader({
  turn,
  floorId,
  isWaiting,
}: {
  readonly turn: TurnRecord;
  readonly floorId: string;
  readonly isWaiting: boolean;
}) {
  const { id, runId, employeeId, roleId, purpose, status } = turn;
  const employee = useFloorPart(floorId, ({ employees }) =>
    employees.find((each) => each.id === employeeId),
  );
  const role = useFloorPart(floorId, ({ roles }) => roles.find((each) => each.id === roleId));
  const name = employee?.displayName ?? employeeId;
  const copy = () => {
    const address = new URL(hrefTo(['runs', runId], { turn: id }), location.href).href;
    void copyText(address).then((isCopied) =>
      notify(isCopied ? 'The link is copied.' : `The browser copies nothing here: ${address}`),
    );
  };
  const look: CSSProperties = { background: role?.appearance.bodyColor ?? '#555555' };
  return (
    <header>
      <span className="avatar" style={look} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className="grow">
        <strong>{name}</strong> <span className="muted small">{toldPurpose(purpose)}</span>
      </div>
      <Badge tone={isWaiting ? 'wait' : turnTones[status]}>
        {isWaiting ? statusWord('awaiting-approval') : status}
      </Badge>
      <Button look="quiet" icon aria-label="Copy the link to this turn" onPress={copy}>
        <Icon name="link" size={15} />
      </Button>
      <span className="usage small muted num">
        {turn.servedBy?.modelId ?? turn.route.modelId}
        {usageWords(turn)}
      </span>
    </header>
  );
});

const callTones: Readonly<Record<ToolCallRecord['status'], Tone>> = {
  running: 'busy',
  ok: 'good',
  error: 'bad',
  denied: 'wait',
};

const callWords: Readonly<Record<ToolCallRecord['status'], string>> = {
  running: 'running',
  ok: 'done',
  error: 'failed',
  denied: 'refused',
};

const ToolCall = memo(function ToolCall({ call }: { readonly call: ToolCallRecord }) {
  const { name, argumentsJson, resultPreview, durationMs, waitedMs = 0 } = call;
  const told = wasDeclined(call) ? 'denied' : call.status;
  return (
    <Details
      className="tool"
      summary={
        <>
          <Icon name="right" size={12} />
          <code>{name}</code>
          <span className="muted ellipsis grow">{oneLine(argumentsJson)}</span>
          <span className="muted num">
            {duration(durationMs)}
            {waitedMs > 0 && `, ${duration(waitedMs)} of waiting for people`}
          </span>
          <Badge tone={callTones[told]}>{callWords[told]}</Badge>
        </>
      }
    >
      {() => (
        <div className="stack tight">
          <span className="muted small">Arguments</span>
          <LongText text={indented(argumentsJson)} />
          <span className="muted small">Result</span>
          <LongText text={resultPreview === '' ? 'none' : resultPreview} />
        </div>
      )}
    </Details>
  );
});

function oneLine(json: string): string {
  return json.slice(0, 200).replace(/\s+/g, ' ');
}

/** Formats arguments as JSON; a model may send invalid JSON, which is shown as it is. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
