import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { viewOf, type View, type Zoom } from './view.js';
import type { Area } from './plan-types.js';

/** Maximum window width at which the plan is above everything else, px. */
const stackedPx = 1080;
/** Maximum share of the window's height for the plan there. */
const stackedShare = 0.56;
const phonePx = 640;

interface Stage extends View {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly zoom: Zoom;
  readonly setZoom: (zoom: Zoom) => void;
}

/**
 * Pixels per metre and the visible part of the site, which fills the stage. The middle of the view
 * stays when the zoom changes.
 */
export function useView(bounds: Area, busy: Area | null): Stage {
  const ref = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>('auto');
  const [shown, setShown] = useState<View>({ metre: 24, view: bounds });
  const measure = useCallback(() => {
    const stage = ref.current;
    if (stage === null) return;
    const page = document.documentElement;
    const size = {
      width: stage.clientWidth,
      height: page.clientWidth <= stackedPx ? null : stage.clientHeight,
      tallest: page.clientWidth <= phonePx ? Infinity : page.clientHeight * stackedShare,
    };
    const next = viewOf(bounds, zoom, size, busy);
    setShown((before) => (isSame(before, next) ? before : next));
  }, [bounds, zoom, busy]);
  useLayoutEffect(() => {
    const stage = ref.current;
    if (stage === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    measure();
    return () => observer.disconnect();
  }, [measure]);
  useCentre(ref, shown, busy);
  return { ref, zoom, setZoom, ...shown };
}

/** Scrolls to the former middle; at first to the busy part, or the core. */
function useCentre(
  ref: RefObject<HTMLDivElement | null>,
  { metre, view }: View,
  busy: Area | null,
): void {
  const middle = useRef(
    busy === null ? { x: 0, z: 0 } : { x: busy.x + busy.width / 2, z: busy.z + busy.depth / 2 },
  );
  useLayoutEffect(() => {
    const stage = ref.current;
    if (stage === null) return;
    const { clientWidth, clientHeight } = stage;
    stage.scrollLeft = (middle.current.x - view.x) * metre - clientWidth / 2;
    stage.scrollTop = (middle.current.z - view.z) * metre - clientHeight / 2;
    const remember = () => {
      middle.current = {
        x: view.x + (stage.scrollLeft + clientWidth / 2) / metre,
        z: view.z + (stage.scrollTop + clientHeight / 2) / metre,
      };
    };
    stage.addEventListener('scroll', remember, { passive: true });
    return () => stage.removeEventListener('scroll', remember);
  }, [ref, metre, view]);
}

function isSame(a: View, b: View): boolean {
  return (
    a.metre === b.metre &&
    a.view.x === b.view.x &&
    a.view.z === b.view.z &&
    a.view.width === b.view.width &&
    a.view.depth === b.view.depth
  );
}
