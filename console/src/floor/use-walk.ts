import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Point } from './plan-types.js';
import type { Walkways } from './walk.js';

const metresPerSecond = 6;
const shortestMs = 500;
const longestMs = 3600;

/** Lets a person whose place changed walk there, around walls and furniture. */
export function useWalk(
  { x, z }: Point,
  origin: Point,
  ways: () => Walkways,
): RefObject<HTMLButtonElement | null> {
  const person = useRef<HTMLButtonElement>(null);
  const before = useRef<Point>({ x, z });
  useLayoutEffect(() => {
    const from = before.current;
    before.current = { x, z };
    if (from.x === x && from.z === z) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const way = ways().between(from, { x, z });
    person.current?.animate(frames(way, origin), {
      duration: Math.max(shortestMs, Math.min(longestMs, (lengthOf(way) / metresPerSecond) * 1000)),
      easing: 'linear',
    });
  }, [x, z, origin, ways]);
  return person;
}

function frames(way: readonly Point[], origin: Point): Keyframe[] {
  const whole = lengthOf(way);
  return way.map(({ x, z }, index) => ({
    offset: whole === 0 ? index / (way.length - 1) : lengthOf(way.slice(0, index + 1)) / whole,
    transform: `translate(calc(var(--m) * ${x - origin.x}px), calc(var(--m) * ${z - origin.z}px))`,
  }));
}

function lengthOf(way: readonly Point[]): number {
  return way.slice(1).reduce((sum, to, index) => {
    const from = way[index] ?? to;
    return sum + Math.hypot(to.x - from.x, to.z - from.z);
  }, 0);
}
