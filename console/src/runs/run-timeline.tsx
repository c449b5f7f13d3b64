import { memo, type CSSProperties } from 'react';
import { isFinal } from '#protocol/rules/run-status.js';
import { toldTurn } from '#protocol/rules/told-purpose.js';
import { duration } from '../app/format.js';
import { useFloorPart } from '../app/floors.js';
import { useNow } from '../app/office-context.js';
import { hrefTo } from '../app/router.js';
import { statusWord } from './status-word.js';
import type { RunView } from './run-view.js';
import { useNameOf } from './use-name-of.js';
import {
  inOneLane,
  tickText,
  ticksOf,
  timelineOf,
  type Lane,
  type Span,
  type TurnBar,
} from './timeline.js';

/** The turns over time, in a lane for each stage; waits for people are marked. */
export const RunTimeline = memo(function RunTimeline({
  run,
  replayedAt,
}: {
  readonly run: RunView;
  readonly replayedAt: number | null;
}) {
  const now = useNow(isFinal(run.status) ? 60_000 : 1000);
  const { from, to, lanes } = timelineOf(run, replayedAt ?? now);
  if (lanes.length === 0) return null;
  return (
    <section className="timeline" aria-label="Timeline">
      <ol>
        {isFinal(run.status) ? (
          <li>
            <span className="small ellipsis">All stages</span>
            <Track lane={inOneLane(lanes)} floorId={run.workspaceId} />
            {lanes.some(({ waits }) => waits.length > 0) && (
              <span className="sr-only">waited for people</span>
            )}
          </li>
        ) : (
          lanes.map((lane) => (
            <TimelineLane key={lane.stage.id} lane={lane} floorId={run.workspaceId} />
          ))
        )}
      </ol>
      <div className="axis small muted num" aria-hidden="true">
        {ticksOf(to - from).map((at) => (
          <span key={at} style={{ '--at': at === 0 ? 0 : at / (to - from) } as CSSProperties}>
            {tickText(at)}
          </span>
        ))}
      </div>
      {!isFinal(run.status) && <AtWork lanes={lanes} floorId={run.workspaceId} />}
    </section>
  );
});

/** Who works at the shown time; its line stays when nobody does, so that nothing moves. */
function AtWork({ lanes, floorId }: { readonly lanes: readonly Lane[]; readonly floorId: string }) {
  const nameOf = useNameOf(floorId);
  const names = lanes
    .flatMap(({ bars }) => bars)
    .filter(({ turn }) => turn.endedAt === null)
    .map(({ turn }) => nameOf(turn.employeeId));
  return <p className="small muted">At work: {names.length === 0 ? 'nobody' : names.join(', ')}</p>;
}

function TimelineLane({ lane, floorId }: { readonly lane: Lane; readonly floorId: string }) {
  const { stage, waits } = lane;
  return (
    <li>
      <span className="small ellipsis">{stage.spec.name}</span>
      <Track lane={lane} floorId={floorId} />
      <span className="sr-only">
        {statusWord(stage.status)}
        {waits.length > 0 && ', waited for people'}
      </span>
    </li>
  );
}

function Track({
  lane: { rows, bars, waits },
  floorId,
}: {
  readonly lane: Pick<Lane, 'rows' | 'bars' | 'waits'>;
  readonly floorId: string;
}) {
  return (
    <span className="track" style={{ '--rows': rows } as CSSProperties}>
      {bars.map((bar) => (
        <Bar key={bar.turn.id} bar={bar} floorId={floorId} />
      ))}
      {waits.map((wait, index) => (
        <i key={index} className="wait" style={placeOf(wait, 0)} title="waited for people" />
      ))}
    </span>
  );
}

function Bar({ bar, floorId }: { readonly bar: TurnBar; readonly floorId: string }) {
  const { turn, row, waits } = bar;
  const name = useFloorPart(floorId, ({ employees }) =>
    employees.find(({ id }) => id === turn.employeeId),
  )?.displayName;
  const took = turn.endedAt === null ? 'at work' : duration(turn.endedAt - turn.startedAt);
  const waited = waitedWords(turn.waitedMs ?? 0, waits.length > 0);
  const words = `${toldTurn(name ?? turn.employeeId, turn.purpose)}, ${took}${waited}`;
  return (
    <>
      <a
        className={`bar ${turn.status}`}
        style={placeOf(bar, row)}
        href={hrefTo(['runs', turn.runId], { turn: turn.id })}
        aria-label={words}
        title={words}
      />
      {waits.map((wait, index) => (
        <i key={index} className="wait" style={placeOf(wait, row)} />
      ))}
    </>
  );
}

/** Time that the turn waited for people, in words, once its record contains it. */
function waitedWords(waitedMs: number, isMarked: boolean): string {
  if (waitedMs > 0) return `, ${duration(waitedMs)} of it waiting for people`;
  return isMarked ? ', waited for people' : '';
}

function placeOf({ left, width }: Span, row: number): CSSProperties {
  return { left: `${left}%`, width: `${width}%`, '--row': row } as CSSProperties;
}
