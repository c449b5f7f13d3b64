import { useEffect, useMemo, useState } from 'react';
import type { StageRun } from '../../../src/protocol/records/work.js';
import { retryStages } from '../../../src/protocol/rules/retry-stages.js';
import { dateTime, dollars, duration, firstLine } from '../app/format.js';
import { useNow, useOfficeState } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { RunPostures } from '../pages/costs/run-postures.js';
import { Button } from '../ui/button.js';
import { Markdown } from '../ui/markdown.js';
import { Badge, Empty, Facts, Meter, Page, Skeleton } from '../ui/pieces.js';
import { Tabs } from '../ui/tabs.js';
import {
  Artifacts,
  Change,
  Decisions,
  Evidence,
  Instructions,
  PlanSteps,
  Relatives,
} from './run-parts.js';
import { RunQuestions, useAskAboutRun } from './run-questions.js';
import { ReplayControls } from './replay-controls.js';
import { RunControls } from './run-controls.js';
import { isOver, modeWords, runTones, statusWord } from './run-status.js';
import type { RunView } from './run-view.js';
import { SpendPlot } from './spend-plot.js';
import { TurnCard } from './turn-card.js';
import { useReplay, useRun } from './use-run.js';

/** One run: what was asked, what happens or happened, what came out, what it cost. */
export function RunPage({ id, turnId }: { readonly id: string; readonly turnId: string | null }) {
  const { run, error } = useRun(id);
  const [isReplaying, setReplaying] = useState(false);
  const [speed, setSpeed] = useState<number>(16);
  const replay = useReplay(run, isReplaying, speed);
  if (run === null) {
    return (
      <Page title="Run">
        {error === null ? <Skeleton height={400} /> : <Empty title={error} />}
      </Page>
    );
  }
  const shown = replay?.run ?? run;
  return (
    <RunQuestions run={run}>
      <Page
        title={firstLine(shown.brief, 160)}
        about={<RunLine run={shown} />}
        actions={
          <>
            <RunControls run={run} />
            {isOver(run.status) && (
              <ReplayControls
                replay={replay}
                isOn={isReplaying}
                onTurn={setReplaying}
                speed={speed}
                onSpeed={setSpeed}
              />
            )}
          </>
        }
      >
        <Stages run={shown} />
        <div className="run-grid">
          <RunTabs run={shown} turnId={turnId} />
          <Side run={shown} />
        </div>
      </Page>
    </RunQuestions>
  );
}

function RunLine({ run }: { readonly run: RunView }) {
  const now = useNow();
  const floor = useOfficeState((state) =>
    state.workspaces.find(({ id }) => id === run.workspaceId),
  );
  const pipeline = useOfficeState((state) =>
    state.pipelines.find(({ id }) => id === run.pipelineId),
  );
  const took = (run.endedAt ?? now) - run.createdAt;
  return (
    <span className="run-line row tight small">
      <Badge tone={runTones[run.status]}>{statusWord(run.status)}</Badge>
      <span>
        {pipeline?.name ?? run.pipelineId}
        {run.pipelineReason !== undefined && ` (${run.pipelineReason})`}
      </span>
      <span>on {floor?.name ?? run.workspaceId}</span>
      <span className="num">
        {isOver(run.status) ? 'took' : 'for'} {duration(took)}
      </span>
    </span>
  );
}

function Stages({ run }: { readonly run: RunView }) {
  return (
    <ol className="stages" aria-label="Stages">
      {run.stages.map(({ id, spec, status, startedAt, endedAt, turnIds }) => (
        <li key={id}>
          <a
            className={status}
            href={hrefTo(['runs', run.id], turnIds[0] === undefined ? {} : { turn: turnIds[0] })}
          >
            <strong>{spec.name}</strong>
            <span className="muted">
              {statusWord(status)}
              {startedAt !== null && endedAt !== null && `, ${duration(endedAt - startedAt)}`}
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function RunTabs({ run, turnId }: { readonly run: RunView; readonly turnId: string | null }) {
  const hasReport = run.outcome !== null || run.error !== null;
  const [tab, setTab] = useState(turnId === null && hasReport ? 'report' : 'turns');
  useEffect(() => {
    if (turnId === null) return;
    setTab('turns');
    const timer = setTimeout(() => document.getElementById(`turn-${turnId}`)?.scrollIntoView(), 50);
    return () => clearTimeout(timer);
  }, [turnId]);
  const tabs = [
    { id: 'report', label: 'Report', content: <Report run={run} /> },
    {
      id: 'turns',
      label: `Turns (${run.turns.length})`,
      content: <Turns run={run} target={turnId} />,
    },
    { id: 'change', label: 'Change', content: <Change run={run} /> },
    {
      id: 'artifacts',
      label: `Artifacts (${run.artifacts.length})`,
      content: <Artifacts artifacts={run.artifacts} />,
    },
    {
      id: 'decisions',
      label: `Approvals (${run.approvals.length})`,
      content: <Decisions run={run} />,
    },
  ];
  return <Tabs label="Parts of the run" tabs={tabs} selected={tab} onSelect={setTab} />;
}

function Report({ run }: { readonly run: RunView }) {
  const report = run.artifacts.findLast(({ kind }) => kind === 'report');
  const text = report?.body ?? run.outcome;
  return (
    <div className="stack">
      {run.error !== null && (
        <p className="notice bad" role="alert">
          {run.error}
        </p>
      )}
      {text !== null && (
        <div className="card">
          <Markdown text={text} />
        </div>
      )}
      {text === null && run.error === null && (
        <Empty title="No report yet">
          <p>The last stage writes it. Meanwhile, the turns show what goes on.</p>
        </Empty>
      )}
      <Evidence run={run} />
    </div>
  );
}

function Turns({ run, target }: { readonly run: RunView; readonly target: string | null }) {
  const turns = useMemo(() => new Map(run.turns.map((turn) => [turn.id, turn])), [run.turns]);
  const over = isOver(run.status);
  const again = new Set(over ? retryStages(run).map(({ id }) => id) : []);
  const begun = run.stages.filter(
    ({ startedAt, status }) => startedAt !== null || status === 'running',
  );
  if (begun.length === 0) {
    return (
      <Empty title="Nothing has begun yet">
        <p>The run waits for its turn; employees take up briefs in order.</p>
      </Empty>
    );
  }
  return (
    <div className="stack">
      {begun.map((stage) => (
        <section key={stage.id} className="stack tight">
          <StageTitle stage={stage} canRetry={again.has(stage.id)} />
          {turnsOf(stage, run).map((id) => {
            const turn = turns.get(id);
            return (
              turn && <TurnCard key={id} turn={turn} isTarget={id === target} canRevert={over} />
            );
          })}
        </section>
      ))}
    </div>
  );
}

/** Those the stage lists, and those that have begun since. */
function turnsOf(stage: StageRun, run: RunView): readonly string[] {
  const own = run.turns.filter(({ stageId }) => stageId === stage.id).map(({ id }) => id);
  return [...new Set([...stage.turnIds, ...own])];
}

function StageTitle({
  stage: { id, spec, status, error },
  canRetry,
}: {
  readonly stage: StageRun;
  readonly canRetry: boolean;
}) {
  const ask = useAskAboutRun();
  return (
    <>
      <div className="row between">
        <h3 className="stage-title">
          {spec.name} <span className="muted small">{modeWords[spec.mode]}</span>
          {status === 'skipped' && <Badge>skipped</Badge>}
        </h3>
        {canRetry && (
          <Button
            look="quiet"
            aria-label={`Try again from ${spec.name}`}
            onPress={() => ask({ kind: 'retry', stageId: id })}
          >
            Again from here
          </Button>
        )}
      </div>
      {error !== null && <p className="notice bad small">{error}</p>}
    </>
  );
}

function Side({ run }: { readonly run: RunView }) {
  const { spentUsd, limitUsd } = run.budget;
  return (
    <aside className="run-side stack">
      <div className="card stack tight">
        <h3>Spend</h3>
        <p className="num">
          <strong>{dollars(spentUsd)}</strong> of {dollars(limitUsd)}
        </p>
        <Meter label="Spent of the ceiling" value={spentUsd} limit={limitUsd} />
        <SpendPlot run={run} />
        {run.cachedShare !== null && (
          <p className="small muted num">
            {Math.round(run.cachedShare * 100)} % of all input was read from caches of vendors
          </p>
        )}
        {isOver(run.status) && <RunPostures run={run} />}
      </div>
      <Instructions run={run} />
      <Relatives run={run} />
      <PlanSteps steps={run.plan} />
      <div className="card stack tight">
        <h3>Brief</h3>
        <Markdown text={run.brief} />
        <Facts
          rows={[
            ['Handed in', dateTime(run.createdAt)],
            ['By', run.submittedBy ?? 'the socket'],
            ['Folder', run.workspacePath],
            ['Id', <code key="id">{run.id}</code>],
            ...(run.tags.length > 0 ? [['Tags', run.tags.join(', ')] as const] : []),
          ]}
        />
      </div>
    </aside>
  );
}
