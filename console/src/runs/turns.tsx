import { useMemo } from 'react';
import type { StageRun, TurnRecord } from '#protocol/records/work.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { useIsOpen } from '../app/floors.js';
import { Button } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { Badge, Empty } from '../ui/pieces.js';
import { useAskAboutRun } from './run-questions.js';
import { isTurnUndone, stagesToRetry } from './run-deeds.js';
import { modeWords } from './run-status.js';
import { stageWord } from './stages-done.js';
import type { RunView } from './run-view.js';
import { TurnCard } from './turn-card.js';

/** The turns of every stage that has begun. */
export function Turns({ run, target }: { readonly run: RunView; readonly target: string | null }) {
  const turns = useMemo(() => new Map(run.turns.map((turn) => [turn.id, turn])), [run.turns]);
  const asked = new Map(
    run.approvals
      // Once the run has ended, only its delivery is asked about, which is no turn's.
      .filter(({ status }) => status === 'pending' && !isFinal(run.status))
      .map(({ turnId, summary }) => [turnId, toldWords(summary)]),
  );
  const over = isFinal(run.status);
  const canRetry = useIsOpen(run.workspaceId) && over;
  const again = new Set(canRetry ? stagesToRetry(run).map(({ id }) => id) : []);
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
      {begun.map((stage) => {
        const own = turnsOf(stage, run).flatMap((id) => turns.get(id) ?? []);
        return (
          <section key={stage.id} className="stack tight">
            <StageTitle
              stage={stage}
              run={run}
              people={new Set(own.map(({ employeeId }) => employeeId)).size}
              canRetry={again.has(stage.id)}
            />
            {stage.error !== null && !isToldIn(own, stage.error) && (
              <Failure at={stage.endedAt} isCancelled={stage.status === 'skipped'}>
                {stage.error}
              </Failure>
            )}
            {own.map((turn) => (
              <TurnCard
                key={turn.id}
                turn={turn}
                floorId={run.workspaceId}
                isTarget={turn.id === target}
                canRevert={over && !isTurnUndone(run, turn.id)}
                asks={asked.get(turn.id) ?? null}
                hasGap={run.gaps?.has(turn.id) ?? false}
              />
            ))}
          </section>
        );
      })}
    </div>
  );
}

/** The turns in the stage's record, and those that have begun since. */
function turnsOf(stage: StageRun, run: RunView): readonly string[] {
  const own = run.turns.filter(({ stageId }) => stageId === stage.id).map(({ id }) => id);
  return [...new Set([...stage.turnIds, ...own])];
}

/** True if the error of a stage comes from one of its turns, which shows it. */
function isToldIn(turns: readonly TurnRecord[], error: string): boolean {
  return turns.some((turn) => turn.error !== null && error.includes(turn.error));
}

function StageTitle({
  stage,
  run,
  people,
  canRetry,
}: {
  readonly stage: StageRun;
  readonly run: RunView;
  /** The number of employees who took a turn in it. */
  readonly people: number;
  readonly canRetry: boolean;
}) {
  const { id, spec, status } = stage;
  // Alone, nobody works side by side.
  const mode = spec.mode === 'parallel' && people === 1 ? 'single' : spec.mode;
  const ask = useAskAboutRun();
  return (
    <div className="row between stage-row">
      <h2 className="part-title stage-title">
        {spec.name} <span className="muted small">{modeWords[mode]}</span>
        {status === 'skipped' && <Badge>{stageWord(stage, run)}</Badge>}
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
  );
}
