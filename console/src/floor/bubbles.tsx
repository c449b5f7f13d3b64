import type { CSSProperties } from 'react';
import { firstLine, plain } from '../app/format.js';
import { useLive, useNow, useOfficeState } from '../app/office-context.js';
import { bubblePlace } from './bubble-place.js';
import type { Area, FloorPlan, Point, SeatPlace } from './plan-types.js';
import { spokenMs } from './talk.js';

const mostBubbles = 4;
/** Maximum height of a bubble, px. */
const wordsPx = 76;
/** Maximum number of spoken bubbles besides those being written. */
const mostSpoken = 1;
/** Space of a bubble, metres. */
const bubbleSize = { x: 5.5, z: 2.6 };

interface Bubble {
  readonly id: string;
  readonly text: string;
  readonly isLive: boolean;
}

/** Bubbles above the heads of those who speak or write now. */
export function Bubbles({
  plan,
  view,
  metre,
  places,
}: {
  readonly plan: FloorPlan;
  readonly view: Area;
  readonly metre: number;
  readonly places: ReadonlyMap<string, SeatPlace>;
}) {
  const now = useNow(500);
  const employees = useOfficeState((state) => state.employees);
  const texts = useLive((live) => live.texts);
  const speeches = useLive((live) => live.speeches);
  const lately = [...speeches.values()].slice(-mostSpoken);
  const bubbles = employees.flatMap((employee): Bubble[] => {
    const live = employee.currentTurnId === null ? undefined : texts.get(employee.currentTurnId);
    if (live !== undefined && /\S/.test(live)) {
      return [{ id: employee.id, text: endOf(live), isLive: true }];
    }
    const speech = lately.find(({ fromEmployeeId }) => fromEmployeeId === employee.id);
    if (speech === undefined || now - speech.at > spokenMs) return [];
    return [
      { id: employee.id, text: firstLine(plain(speech.text.slice(0, 400)), 90), isLive: false },
    ];
  });
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
