import { whyEnded } from '#protocol/rules/why-ended.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { memo, Suspense, useEffect, useState } from 'react';
import { markSeen } from '../approvals/seen-runs.js';
import { firstLine } from '../app/format.js';
import { runTitle } from '../app/run-title.js';
import { useFloorPart, useIsOpen } from '../app/floors.js';
import { useOffers } from '../app/offers.js';
import { useNow, useOfficeState } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { useFloorOf } from '../app/tab-floor.js';
import { Badge, Empty, Page, Skeleton } from '../ui/pieces.js';
import { ReplayBar, ReplayButton } from './replay-controls.js';
import { deedText } from './review/deeds.js';
import { RunControls } from './run-controls.js';
import { later } from '../app/later.js';
import { RunQuestions } from './run-questions.js';
import { RunSide, SpendLine } from './run-side.js';
import { whyNot } from './run-deeds.js';
import { runTones } from './run-status.js';
import { statusWord } from './status-word.js';
import { earlierOf, isOfForge } from './of-forge.js';
import { RunTabs } from './run-tabs.js';
import { RunTimeline } from './run-timeline.js';
import type { RunView } from './run-view.js';
import { Stages } from './stages.js';
import { SteerDock } from './steer-dock.js';
import { useStillRun } from './still-run.js';
import { useFollow } from './use-follow.js';
import { timesInWords } from './times-in-words.js';
import { isReplayOver, speedFor } from './replay.js';
import { useReplay, type ReplayMode } from './use-replay.js';
import { useRun } from './use-run.js';
import { useToldStatus } from './use-told-status.js';
import { setRunTab, useRunTab } from './use-run-tab.js';
import './live.css';

const RunOrigin = later(() => import('./run-origin.js'));

const ended = 'the run has ended';

interface Place {
  readonly id: string;
  readonly turnId: string | null;
}

/** One run: its brief, progress, result and cost. */
export function RunPage({ id, turnId }: Place) {
  const { run, error } = useRun(id);
  useFloorOf(run?.workspaceId ?? null);
  if (run === null) {
    return (
      <Page title="Run">
        {error === null ? <Skeleton height={400} /> : <Empty title={error} />}
      </Page>
    );
  }
  return <LoadedRun id={id} turnId={turnId} run={run} error={error} />;
}

/** Parts that show no text of turns are not rendered again with each word. */
function LoadedRun({
  id,
  turnId,
  run,
  error,
}: Place & { readonly run: RunView; readonly error: string | null }) {
  const [mode, setMode] = useState<ReplayMode>({ isOn: false, isPaused: false, speed: 1 });
  const still = useStillRun(run);
  const state = useReplay(still, mode);
  const isLive = !isFinal(run.status);
  const tab = useRunTab(still, turnId);
  // Only the turns have a live end; other parts are read from their beginning.
  const { replay } = state;
  const isAtWork = isLive || replay !== null;
  const isOver = isReplayOver(replay);
  const heldAt = replay !== null && (mode.isPaused || isOver) ? replay.told : null;
  const { end, isAway, begin, catchUp, jump } = useFollow(
    isAtWork && tab === 'turns',
    heldAt,
    turnId === null,
  );
  // The last step of a replay is followed, too.
  const isPlayedOut = isOver && !mode.isPaused && tab === 'turns';
  useEffect(() => {
    if (isPlayedOut) catchUp();
  }, [isPlayedOut, catchUp]);
  const follow = () => {
    if (tab !== 'turns') setRunTab('turns');
    jump();
  };
  const reasons = whyNot(still, useIsOpen(run.workspaceId));
  const hasEnded = run.endedAt !== null;
  useEffect(() => {
    if (hasEnded) markSeen(id);
  }, [id, hasEnded]);
  const replayRun = () => {
    // A replay begins before there is a report.
    if (!mode.isOn && tab === 'report') setRunTab('turns');
    begin();
    setMode({ isOn: !mode.isOn, isPaused: false, speed: speedFor(still) });
  };
  useOffers({ follow: isAtWork ? follow : ended, steer: isLive ? null : ended });
  const shown = replay?.run ?? still;
  return (
    <RunQuestions run={still}>
      <Page
        title={runTitle(shown, 160)}
        isStacked
        about={<RunLine run={shown} replayedAt={replay?.at ?? null} />}
        actions={
          <RunControls
            run={still}
            replay={<ReplayButton isOn={mode.isOn} onPress={replayRun} />}
            onReplay={replayRun}
          />
        }
      >
        {error !== null && (
          <p className="notice bad" role="alert">
            {error}
          </p>
        )}
        <ReplayBar state={state} mode={mode} isAway={isAway} onChange={setMode} onJump={jump} />
        {hasOrigin(run) && (
          <Suspense>
            <RunOrigin run={still} />
          </Suspense>
        )}
        <Stages run={shown} />
        <RunTimeline run={shown} replayedAt={replay?.at ?? null} />
        <SpendLine run={shown} />
        <div
          className={`run-grid ${tab === 'change' ? 'full-width' : ''} ${mode.isOn ? 'replays' : ''}`}
        >
          <div>
            <RunTabs
              run={replay?.run ?? run}
              turnId={turnId}
              tab={tab}
              isReplay={replay !== null}
            />
            <div ref={end} />
          </div>
          <RunSide
            run={shown}
            isReplay={mode.isOn}
            replayedAt={replay?.at ?? null}
            speed={replay === null ? 1 : mode.speed}
          />
        </div>
        <SteerDock
          run={still}
          isLive={isLive}
          whyNoMore={reasons.continue}
          isAway={isLive && isAway}
          onJump={jump}
        />
      </Page>
    </RunQuestions>
  );
}

/** True for a run of a forge or a trigger, and for one that may go on with such a run. */
function hasOrigin(run: RunView): boolean {
  const isByTrigger = run.submittedBy?.startsWith('trigger ') === true;
  return isByTrigger || isOfForge(run) || earlierOf(run) !== undefined;
}

const RunLine = memo(function RunLine({
  run,
  replayedAt,
}: {
  readonly run: RunView;
  /** The moment that a replay has reached. */
  readonly replayedAt: number | null;
}) {
  const now = useNow();
  const status = useToldStatus(run);
  const reason = whyEnded(run);
  const deed = run.changes?.at(-1);
  const floor = useOfficeState((state) =>
    state.workspaces.find(({ id }) => id === run.workspaceId),
  );
  const pipeline = useFloorPart(run.workspaceId, ({ pipelines }) =>
    pipelines.find(({ id }) => id === run.pipelineId),
  );
  return (
    <span className={`row tight small ${replayedAt === null ? '' : 'replay-line'}`}>
      {replayedAt === null ? (
        <Badge tone={runTones[status]}>{statusWord(status)}</Badge>
      ) : (
        <Badge>replay: {statusWord(run.status)}</Badge>
      )}
      <span>
        {pipeline?.name ?? run.pipelineId}
        {run.pipelineReason !== undefined && ` (${run.pipelineReason})`}
      </span>
      <span>on {floor?.name ?? run.workspaceId}</span>
      <span className="num">{timesInWords(run, replayedAt ?? now, run.approvals)}</span>
      {deed !== undefined && replayedAt === null && (
        <a href={hrefTo(['runs', run.id], { tab: 'change' })}>{deedText(deed)}</a>
      )}
      {reason !== null && (
        <a href={hrefTo(['runs', run.id], { tab: 'report' })}>{firstLine(reason.short, 200)}</a>
      )}
    </span>
  );
});
