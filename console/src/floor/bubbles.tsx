import type { CSSProperties } from 'react';
import { firstLine, plain } from '../app/format.js';
import { useLive, useNow, useOfficeState } from '../app/office-context.js';
import { bubblePlace } from './bubble-place.js';
import type { Area, FloorPlan, Point, SeatPlace } from './plan-types.js';
import { spokenMs, type Said } from './talk.js';

const mostBubbles = 4;
/** Maximum height of a bubble, px. */
const wordsPx = 76;
/** Space of a bubble, metres. */
const bubbleSize = { x: 5.5, z: 2.6 };

interface Bubble {
  readonly id: string;
  readonly text: string;
  readonly isLive: boolean;
}

interface BubblesProps {
  readonly plan: FloorPlan;
  readonly view: Area;
  readonly metre: number;
  readonly places: ReadonlyMap<string, SeatPlace>;
}

/** Bubbles above the heads of those who speak or write now. */
export function LiveBubbles(props: BubblesProps) {
  const now = useNow(500);
  const employees = useOfficeState((state) => state.employees);
  const texts = useLive((live) => live.texts);
  const said = useLive((live) => live.said);
  const written = employees.flatMap(({ id, currentTurnId }): Bubble[] => {
    const text = currentTurnId === null ? undefined : texts.get(currentTurnId);
    return text !== undefined && /\S/.test(text) ? [{ id, text: endOf(text), isLive: true }] : [];
  });
  const writing = new Set(written.map(({ id }) => id));
  const spoken = spokenBubbles(said, now, spokenMs).filter(({ id }) => !writing.has(id));
  return <Bubbles {...props} bubbles={[...written, ...spoken]} />;
}

/** The bubble of the last speaker, while it stays. */
export function spokenBubbles(
  said: readonly Said[],
  now: number,
  lastsMs: number,
): readonly Bubble[] {
  const latest = said.at(-1);
  if (latest === undefined || now - latest.at > lastsMs) return [];
  const text = firstLine(plain(latest.text.slice(0, 400)), 90);
  return text === '' ? [] : [{ id: latest.fromEmployeeId, text, isLive: false }];
}

export function Bubbles({
  bubbles,
  plan,
  view,
  metre,
  places,
}: BubblesProps & { readonly bubbles: readonly Bubble[] }) {
  return (
    <div className="bubbles" aria-hidden="true">
      {apart(bubbles, places).map(({ id, text, isLive }) => {
        const at = places.get(id);
        if (at === undefined) return null;
        const { x, z, tail, side, isBelow } = bubblePlace(at, plan.rooms, view, wordsPx / metre);
        const classes = ['bubble', isLive ? 'live' : '', isBelow ? 'below' : '', `to-${side}`];
        const style = { '--x': x - view.x, '--z': z - view.z, '--tail': tail };
        return (
          <div key={id} className={classes.join(' ')} style={style as CSSProperties}>
            {tail > 0 && <i />}
            <span>
              <b>{text}</b>
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** Drops overlapping bubbles: text being written goes before speech. */
function apart(bubbles: readonly Bubble[], places: ReadonlyMap<string, Point>): readonly Bubble[] {
  const kept: Bubble[] = [];
  for (const bubble of bubbles.toSorted((a, b) => Number(b.isLive) - Number(a.isLive))) {
    const at = places.get(bubble.id);
    const isFree = kept.every(({ id }) => {
      const other = places.get(id);
      if (at === undefined || other === undefined) return true;
      return Math.abs(at.x - other.x) > bubbleSize.x || Math.abs(at.z - other.z) > bubbleSize.z;
    });
    if (isFree) kept.push(bubble);
  }
  return kept.slice(0, mostBubbles);
}

function endOf(text: string): string {
  const whole = plain(text.slice(-400));
  if (whole.length <= 90) return whole;
  // Begins at a whole word.
  return `…${whole.slice(-90).replace(/^\S*\s/, '')}`;
}
