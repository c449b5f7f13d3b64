import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Distance from the live end that still counts as being there, px. */
const slack = 60;

export interface Follow {
  /** Placed at the end of the live text. */
  readonly end: RefObject<HTMLDivElement | null>;
  readonly isAway: boolean;
  /** Follows from now on. */
  readonly begin: () => void;
  /** Goes to the end if it is followed. */
  readonly catchUp: () => void;
  readonly jump: () => void;
}

/**
 * Keeps the live end of a run, or of its replay, in view while it grows, from the beginning on. A
 * person who scrolls up stays there until returning or jumping to the end.
 * @param heldAt the moment of a replay that does not play, where the page moves only on request;
 * null: it grows by itself
 * @param begins false: the page begins elsewhere, for example at a turn that the address names
 */
export function useFollow(isOn: boolean, heldAt: number | null, begins: boolean): Follow {
  const end = useRef<HTMLDivElement>(null);
  const follows = useRef(begins);
  /** The held moment that was gone to: what grows at it as it comes into view is followed. */
  const reached = useRef<number | null>(null);
  const [isAway, setAway] = useState(false);
  const begin = useCallback(() => {
    follows.current = true;
    setAway(false);
  }, []);
  const catchUp = useCallback(() => {
    reached.current = heldAt;
    if (follows.current) reach(end.current);
  }, [heldAt]);
  const jump = useCallback(() => {
    begin();
    catchUp();
  }, [begin, catchUp]);
  useEffect(() => {
    const scroller = document.getElementById('main');
    const content = scroller?.querySelector('.page');
    if (!isOn || scroller === null || content === null || content === undefined) return;
    let top = scroller.scrollTop;
    const isHeld = () => heldAt !== null && reached.current !== heldAt;
    const onScroll = () => {
      const isUp = scroller.scrollTop < top - 1;
      top = scroller.scrollTop;
      const isThere = distance(end.current, scroller) <= slack;
      if (isThere) follows.current = true;
      else if (isUp) follows.current = false;
      setAway(!isThere && (isHeld() || !follows.current));
    };
    const grown = new ResizeObserver(() => {
      if (follows.current && !isHeld()) reach(end.current);
      else setAway(distance(end.current, scroller) > slack);
    });
    scroller.addEventListener('scroll', onScroll, { passive: true });
    grown.observe(content);
    // Beside a longer column the text grows without changing the height of the page.
    if (end.current?.parentElement) grown.observe(end.current.parentElement);
    // A dock at the foot of the page makes the page shorter.
    grown.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      grown.disconnect();
    };
  }, [isOn, heldAt]);
  return { end, isAway: isOn && isAway, begin, catchUp, jump };
}

/** How far the end is below what is seen, px. */
function distance(end: Element | null, scroller: Element): number {
  if (end === null) return 0;
  const dock = scroller.querySelector('.steer-dock')?.getBoundingClientRect().height ?? 0;
  const bottom = scroller.getBoundingClientRect().bottom - dock;
  return end.getBoundingClientRect().bottom - bottom;
}

/** Scrolls down to the end, never up. */
function reach(end: Element | null): void {
  const scroller = document.getElementById('main');
  if (end === null || scroller === null) return;
  const below = distance(end, scroller);
  if (below > 0) scroller.scrollTop += below;
}
