import { useLayoutEffect, useState } from 'react';
import type { Offer } from '../../app/offers.js';
import type { Scroll } from './use-rows.js';
import { type DiffLayout, keepLayout, keptLayout } from './viewed.js';

/** Width of the lines from which two columns can be read, px. */
const twoColumns = 640;

export interface Layout {
  /** How lines are shown now. */
  readonly layout: DiffLayout;
  /** False: the lines are too narrow to be side by side; what a person chose is kept. */
  readonly hasRoom: boolean;
  readonly choose: (layout: DiffLayout) => void;
  readonly change: Offer;
}

/** The layout that a person chose, where there is room for it. */
export function useLayout(scroll: Scroll): Layout {
  const [chosen, setChosen] = useState<DiffLayout>(keptLayout);
  const [hasRoom, setRoom] = useState(true);
  useLayoutEffect(() => {
    const lines = scroll.current;
    if (lines === null) return;
    const measure = () => setRoom(lines.offsetWidth >= twoColumns);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(lines);
    return () => observer.disconnect();
  }, [scroll]);
  const choose = (layout: DiffLayout) => {
    keepLayout(layout);
    setChosen(layout);
  };
  const other = () => choose(chosen === 'split' ? 'unified' : 'split');
  const change = hasRoom ? other : 'the window is too narrow for lines side by side';
  return { layout: hasRoom ? chosen : 'unified', hasRoom, choose, change };
}
