import { useEffect, useState } from 'react';
import { markSeen } from '../approvals/seen-runs.js';
import { firstLine } from '../app/format.js';
import { useFloorPart } from '../app/floors.js';
import { useNow, useOfficeState } from '../app/office-context.js';
import { useFloorOf } from '../app/tab-floor.js';
import { Badge, Empty, Page, Skeleton } from '../ui/pieces.js';
import { ReplayControls } from './replay-controls.js';
import { RunControls } from './run-controls.js';
import { RunQuestions } from './run-questions.js';
import { RunSide, SpendLine } from './run-side.js';
import { runTones, statusWord } from './run-status.js';
import { RunTabs } from './run-tabs.js';
import type { RunView } from './run-view.js';
import { Stages } from './stages.js';
import { timesInWords } from './times-in-words.js';
import { useReplay } from './use-replay.js';
import { useRun } from './use-run.js';

/** One run: its brief, progress, result and cost. */
export function RunPage({ id, turnId }: { readonly id: string; readonly turnId: string | null }) {
  const { run, error } = useRun(id);
  const [isReplaying, setReplaying] = useState(false);
  const [speed, setSpeed] = useState<number>(16);
  useFloorOf(run?.workspaceId ?? null);
  const isOver = run !== null && run.endedAt !== null;
  useEffect(() => {
    if (isOver) markSeen(id);
  }, [id, isOver]);
  const state = useReplay(run, isReplaying, speed);
  if (run === null) {
    return (
      <Page title="Run">
        {error === null ? <Skeleton height={400} /> : <Empty title={error} />}
      </Page>
    );
  }
  const { replay } = state;
  const shown = replay?.run ?? run;
  const controls = (
    <ReplayControls
      state={state}
      isOn={isReplaying}
      onTurn={setReplaying}
      speed={speed}
      onSpeed={setSpeed}
    />
  );
  return (
    <RunQuestions run={run}>
      <Page
        title={firstLine(shown.brief, 160)}
        about={<RunLine run={shown} replayedAt={replay?.at ?? null} />}
        actions={<RunControls run={run} replay={controls} />}
      >
        {error !== null && (
          <p className="notice bad" role="alert">
            {error}
          </p>
        )}
        <Stages run={shown} />
        <SpendLine run={shown} />
        <div className="run-grid">
          <RunTabs run={shown} turnId={turnId} isReplay={replay !== null} />
          <RunSide run={shown} />
        </div>
      </Page>
    </RunQuestions>
  );
}

function RunLine({
  run,
  replayedAt,
}: {
  readonly run: RunView;
  /** The moment that a replay has reached. */
  readonly replayedAt: number | null;
}) {
  const now = useNow();
  const floor = useOfficeState((state) =>
    state.workspaces.find(({ id }) => id === run.workspaceId),
  );
  const pipeline = useFloorPart(run.workspaceId, ({ pipelines }) =>
    pipelines.find(({ id }) => id === run.pipelineId),
  );
  return (
    <span className="run-line row tight small">
      <Badge tone={runTones[run.status]}>{statusWord(run.status)}</Badge>
      <span>
        {pipeline?.name ?? run.pipelineId}
        {run.pipelineReason !== undefined && ` (${run.pipelineReason})`}
      </span>
      <span>on {floor?.name ?? run.workspaceId}</span>
      <span className="num">{timesInWords(run, replayedAt ?? now)}</span>
    </span>
  );
}
