import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { dollars } from '../app/format.js';
import type { RunView } from './run-view.js';

/** Seconds since the run began, and dollars spent by then. */
export function spendOf({ turns, createdAt, budget, updatedAt }: RunView): [number[], number[]] {
  const ended = turns
    .filter(({ endedAt }) => endedAt !== null)
    .map(({ endedAt, usage }) => ({ at: (endedAt ?? 0) - createdAt, usd: usage.costUsd }))
    .sort((a, b) => a.at - b.at);
  let sum = 0;
  const xs = [0, ...ended.map(({ at }) => at / 1000)];
  const ys = [0, ...ended.map(({ usd }) => (sum += usd))];
  const now = (updatedAt - createdAt) / 1000;
  const last = xs.at(-1) ?? 0;
  return now > last
    ? [
        [...xs, now],
        [...ys, Math.max(sum, budget.spentUsd)],
      ]
    : [xs, ys];
}

const height = 130;

/** Spend over time against the ceiling. */
export function SpendPlot({ run }: { readonly run: RunView }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const data = useMemo(() => spendOf(run), [run.turns, run.budget, run.updatedAt]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const made = new uPlot(optionsFor(element), [[0], [0]], element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => plot.current?.setData(data), [data]);
  const label = `Spend over time: ${dollars(run.budget.spentUsd)} of ${dollars(run.budget.limitUsd)}`;
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
    scales: { x: { time: false } },
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
      },
    ],
  };
}

/** A colour that a canvas understands: custom properties keep `light-dark()` unresolved. */
function resolved(element: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  // A transition, however short, would tell the colour that it begins with.
  probe.style.setProperty('transition', 'none', 'important');
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
