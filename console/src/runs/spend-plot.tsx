import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { spentOfWords } from '#protocol/rules/spent-of.js';
import { dollars } from '../app/format.js';
import { useIsDark } from '../app/theme.js';
import { useSameList } from '../ui/use-same-list.js';
import type { RunView } from './run-view.js';
import { ceilingWords, isCeilingDrawn, spendOf, topOf } from './spend.js';

const height = 130;
/** Spend rises when a turn ends, so the line is stepped. */
const stepped = uPlot.paths.stepped?.({ align: 1 });

/** Spend over time with the ceiling, a dashed line that is drawn when spend comes near it. */
export function SpendPlot({ run }: { readonly run: RunView }) {
  const { spentUsd, limitUsd } = run.budget;
  const isDrawn = isCeilingDrawn(run.budget);
  const label = `Spend over time: ${spentOfWords(spentUsd, limitUsd)}`;
  return (
    <>
      <Plot run={run} ceiling={isDrawn ? limitUsd : null} label={label} />
      <p className="small muted num">{ceilingWords(run.budget)}</p>
    </>
  );
}

function Plot({
  run,
  ceiling,
  label,
}: {
  readonly run: RunView;
  /** Null: not drawn. */
  readonly ceiling: number | null;
  readonly label: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const isDark = useIsDark();
  // Streamed text changes turns; spend changes only when one ends.
  const turns = useSameList(run.turns.filter(({ endedAt }) => endedAt !== null));
  const { createdAt, budget, updatedAt } = run;
  const data = useMemo((): uPlot.AlignedData => {
    const [xs, ys] = spendOf({ turns, createdAt, budget, updatedAt });
    return [xs, ys, xs.map(() => ceiling)];
  }, [turns, createdAt, budget, updatedAt, ceiling]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const made = new uPlot(optionsFor(element), [[0], [0], [null]], element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
    // A canvas keeps the colours with which it was drawn.
  }, [isDark]);
  useEffect(() => plot.current?.setData(data), [data, isDark]);
  return <div ref={box} role="img" aria-label={label} style={{ height }} />;
}

function optionsFor(element: HTMLElement): uPlot.Options {
  const color = (name: string) => getComputedStyle(element).getPropertyValue(name);
  const ink = resolved(element, color('--ink-2'));
  const axis = {
    stroke: ink,
    grid: { show: false },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_plot, _least, most) => [0, topOf(most)] } },
    axes: [
      { ...axis, size: 24, values: (_plot, ticks) => ticks.map((each) => `${each} s`) },
      { ...axis, size: 58, values: (_plot, ticks) => ticks.map((each) => dollars(each)) },
    ],
    series: [
      {},
      {
        stroke: resolved(element, color('--accent')),
        fill: resolved(element, color('--accent-soft')),
        width: 2,
        points: { show: false },
        ...(stepped && { paths: stepped }),
      },
      {
        stroke: resolved(element, color('--bad')),
        dash: [6, 4],
        width: 1,
        points: { show: false },
      },
    ],
  };
}

/** A colour for the canvas: custom properties keep `light-dark()` unresolved. */
function resolved(element: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  // With a transition, however short, the computed colour is its starting colour.
  probe.style.setProperty('transition', 'none', 'important');
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
