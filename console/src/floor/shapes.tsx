import type { ReactNode } from 'react';
import type { Area } from './plan-types.js';

/** A box of some height, seen from above and slightly from the south. */
export function Box({
  area: { x, z, width, depth },
  height,
  look,
  round = 0.06,
  children,
}: {
  readonly area: Area;
  /** Distance that its top is drawn to the north, metres. */
  readonly height: number;
  readonly look: string;
  readonly round?: number;
  readonly children?: ReactNode;
}) {
  return (
    <g className={look}>
      <rect
        className="cast"
        x={x + 0.02}
        y={z + depth - height * 0.6}
        width={width + 0.12}
        height={height * 0.6 + 0.1}
        rx={round}
      />
      <rect
        className="front"
        x={x}
        y={z + depth - height - round}
        width={width}
        height={height + round}
        rx={round}
      />
      <rect className="top" x={x} y={z - height} width={width} height={depth} rx={round} />
      {children}
    </g>
  );
}

const leaves = [
  [-0.24, -0.62, -55],
  [0.24, -0.64, 55],
  [-0.14, -0.84, -22],
  [0.15, -0.86, 24],
  [0, -0.7, 0],
] as const;

/** A potted plant; the point is the foot of the pot. */
export function Plant({
  x,
  z,
  size = 1,
}: {
  readonly x: number;
  readonly z: number;
  readonly size?: number;
}) {
  return (
    <g className="plant" transform={`translate(${x} ${z}) scale(${size})`}>
      <ellipse className="cast" cx=".08" cy=".02" rx=".36" ry=".16" />
      {leaves.map(([cx, cy, angle], index) => (
        <ellipse
          key={cx}
          className={index % 2 === 0 ? 'leaf' : 'leaf light'}
          cx={cx}
          cy={cy}
          rx=".13"
          ry=".32"
          transform={`rotate(${angle} ${cx} ${cy + 0.26})`}
        />
      ))}
      <path className="pot" d="M-.22 -.42H.22L.16 .02Q0 .08 -.16 .02Z" />
      <ellipse className="earth" cx="0" cy="-.42" rx=".22" ry=".07" />
    </g>
  );
}

/** Books and boxes side by side, always the same for the same place. */
export function Books({
  x,
  y,
  width,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}) {
  const count = Math.floor(width / 0.13);
  return Array.from({ length: count }, (_, index) => {
    const tall = 0.22 + ((index * 7) % 5) * 0.022;
    if ((index * 5) % 7 === 3) return null;
    return (
      <rect
        key={index}
        className={`book b${(index * 3) % 5}`}
        x={x + index * 0.13}
        y={y - tall}
        width=".1"
        height={tall}
        rx=".02"
      />
    );
  });
}
