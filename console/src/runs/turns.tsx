import { useMemo } from 'react';
import type { StageRun } from '#protocol/records/work.js';
import { retryStages } from '#protocol/rules/retry-stages.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { Button } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { Badge, Empty } from '../ui/pieces.js';
import { useAskAboutRun } from './run-questions.js';
import { modeWords } from './run-status.js';
import type { RunView } from './run-view.js';
import { TurnCard } from './turn-card.js';

/** The turns of every stage that has begun. */
export function Turns({ run, target }: { readonly run: RunView; readonly target: string | null }) {
  const turns = useMemo(() => new Map(run.turns.map((turn) => [turn.id, turn])), [run.turns]);
  const asked = new Map(
    run.approvals
      .filter(({ status }) => status === 'pending')
      .map(({ turnId, summary }) => [turnId, toldWords(summary)]),
  );
  const over = isFinal(run.status);
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
              turn && (
                <TurnCard
                  key={id}
                  turn={turn}
                  floorId={run.workspaceId}
                  isTarget={id === target}
                  canRevert={over}
                  asks={asked.get(id) ?? null}
                  hasGap={run.gaps?.has(id) ?? false}
                />
              )
            );
          })}
        </section>
      ))}
    </div>
  );
}

/** The turns of the stage's record, and those that began since. */
function turnsOf(stage: StageRun, run: RunView): readonly string[] {
  const own = run.turns.filter(({ stageId }) => stageId === stage.id).map(({ id }) => id);
  return [...new Set([...stage.turnIds, ...own])];
}

function StageTitle({
  stage: { id, spec, status, error, endedAt },
  canRetry,
}: {
  readonly stage: StageRun;
  readonly canRetry: boolean;
}) {
  const ask = useAskAboutRun();
  return (
    <>
      <div className="row between stage-row">
        <h2 className="part-title stage-title">
          {spec.name} <span className="muted small">{modeWords[spec.mode]}</span>
          {status === 'skipped' && <Badge>skipped</Badge>}
        </h2>
        {canRetry && (
          <Button
            look="quiet"
            aria-label={`Again from here: ${spec.name}`}
            onPress={() => ask({ kind: 'retry', stageId: id })}
          >
            Again from here
          </Button>
        )}
      </div>
      {error !== null && <Failure at={endedAt}>{error}</Failure>}
    </>
  );
}
