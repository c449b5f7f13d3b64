import type { StageRun, TurnRecord } from '#protocol/records/work.js';
import type { RunView } from './run-view.js';

/** A part of the time axis, in percent of it. */
export interface Span {
  readonly left: number;
  readonly width: number;
}

export interface TurnBar extends Span {
  readonly turn: TurnRecord;
  /** Row of the lane, from 0; turns at the same time have different rows. */
  readonly row: number;
  readonly waits: readonly Span[];
}

export interface Lane {
  readonly stage: StageRun;
  readonly rows: number;
  readonly bars: readonly TurnBar[];
  /** Questions of the office itself, between turns. */
  readonly waits: readonly Span[];
}

export interface Timeline {
  /** ms. */
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly Lane[];
}

/** Least width of a bar that can be seen and clicked, percent. */
const least = 0.6;

/** Stages that have begun and their turns on one axis of time, up to now while the run works. */
export function timelineOf(run: RunView, now: number): Timeline {
  const from = run.createdAt;
  const ends = run.turns.map(({ endedAt }) => endedAt ?? now);
  const to = Math.max(run.endedAt ?? now, from + 1, ...(run.endedAt === null ? [] : ends));
  const span = (begin: number, end: number): Span => {
    const left = share(begin, from, to);
    const width = Math.max(least, share(end, from, to) - left);
    return { left: Math.min(left, 100 - width), width };
  };
  const lanes = run.stages
    .filter(
      ({ spec, startedAt, status }) =>
        startedAt !== null || status === 'running' || ownQuestions(run, spec.name).length > 0,
    )
    .map((stage) => laneOf(stage, run, now, span));
  return { from, to, lanes };
}

/** All lanes as one, for an ended run; its stages follow each other, so bars do not overlap. */
export function inOneLane(lanes: readonly Lane[]): Pick<Lane, 'rows' | 'bars' | 'waits'> {
  return {
    rows: Math.max(1, ...lanes.map(({ rows }) => rows)),
    bars: lanes.flatMap(({ bars }) => bars),
    waits: lanes.flatMap(({ waits }) => waits),
  };
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Steps of the axis that are easy to read, ms. */
const steps = [
  ...[100, 200, 500, second, 2 * second, 5 * second, 10 * second, 15 * second, 30 * second],
  ...[minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute],
  ...[hour, 2 * hour, 6 * hour, 12 * hour, 24 * hour],
];

/** Marks of an axis of that length, ms: at most five after its beginning, at whole steps. */
export function ticksOf(lengthMs: number): readonly number[] {
  const day = 24 * hour;
  const step = steps.find((each) => lengthMs / each <= 5) ?? Math.ceil(lengthMs / (5 * day)) * day;
  return Array.from({ length: Math.floor(lengthMs / step) + 1 }, (_, index) => index * step);
}

const units = [
  [24 * hour, 'd'],
  [hour, 'h'],
  [minute, 'min'],
  [second, 's'],
] as const;

/** A mark as it is read: `0`, `500 ms`, `1.5 s`, `30 s`, `1 min 30 s`. */
export function tickText(ms: number): string {
  if (ms > 0 && ms < second) return `${ms} ms`;
  if (ms < 10 * second && ms % second > 0) return `${ms / second} s`;
  let left = ms;
  const parts = units.flatMap(([unit, name]) => {
    const number = Math.floor(left / unit);
    left -= number * unit;
    return number === 0 ? [] : [`${number} ${name}`];
  });
  return parts.length === 0 ? '0' : parts.join(' ');
}

function laneOf(
  stage: StageRun,
  run: RunView,
  now: number,
  span: (begin: number, end: number) => Span,
): Lane {
  const busyUntil: number[] = [];
  const turns = run.turns
    .filter(({ stageId }) => stageId === stage.id)
    .toSorted((one, other) => one.startedAt - other.startedAt);
  const bars = turns.map((turn): TurnBar => {
    const end = turn.endedAt ?? now;
    const free = busyUntil.findIndex((until) => until <= turn.startedAt);
    const row = free < 0 ? busyUntil.length : free;
    busyUntil[row] = end;
    return { turn, row, ...span(turn.startedAt, end), waits: waitsOf(turn, run, end, span) };
  });
  const waits = ownQuestions(run, stage.spec.name).map(({ requestedAt, decidedAt }) =>
    span(requestedAt, decidedAt ?? run.endedAt ?? now),
  );
  return { stage, rows: Math.max(1, busyUntil.length), bars, waits };
}

/** Questions of the office itself, such as about spending or checks. */
function ownQuestions({ approvals }: RunView, stageName: string): RunView['approvals'] {
  return approvals.filter((each) => each.turnId === null && each.stageName === stageName);
}

/**
 * Times at which a turn waited for people: by its questions; by its calls if the questions stayed
 * with the run from which the turn was copied.
 */
function waitsOf(
  turn: TurnRecord,
  { approvals }: RunView,
  end: number,
  span: (begin: number, end: number) => Span,
): readonly Span[] {
  const asked = approvals.filter(
    // Later ones are of a delivery, for which no turn waited.
    ({ turnId, requestedAt }) => turnId === turn.id && requestedAt <= end,
  );
  if (asked.length > 0) {
    return asked.map(({ requestedAt, decidedAt }) =>
      span(requestedAt, Math.min(decidedAt ?? end, end)),
    );
  }
  return turn.toolCalls.flatMap(({ at, waitedMs = 0 }) =>
    at === undefined || waitedMs === 0 ? [] : [span(at, Math.min(at + waitedMs, end))],
  );
}

function share(at: number, from: number, to: number): number {
  return Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
}

/**
 * Ids of employees whose models were shown an instruction: those with turns that began later, and
 * with running turns in which a tool call ended later, because the next model call contains it.
 */
export function seenBy(run: Pick<RunView, 'turns'>, at: number): readonly string[] {
  const saw = run.turns.filter((turn) => turn.startedAt >= at || isAskedAgainAfter(turn, at));
  return [...new Set(saw.map(({ employeeId }) => employeeId))];
}

/** A canceled turn makes no model call after its last tool call. */
function isAskedAgainAfter({ toolCalls, status }: TurnRecord, at: number): boolean {
  const ends = toolCalls.map(({ at: madeAt = 0, durationMs, waitedMs = 0 }) =>
    madeAt === 0 ? 0 : madeAt + durationMs + waitedMs,
  );
  return (status === 'cancelled' ? ends.slice(0, -1) : ends).some((end) => end > at);
}
