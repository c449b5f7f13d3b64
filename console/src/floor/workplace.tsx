import { deskOf } from './desks.js';
import type { SeatPlace } from './plan-types.js';
import { Box } from './shapes.js';

const height = 0.34;

/** A desk with a screen and objects on it. */
export function Desk({ seat, variety }: { readonly seat: SeatPlace; readonly variety: number }) {
  const { x, z, facing } = seat;
  const area = deskOf(seat);
  const side = variety % 2 === 0 ? 1 : -1;
  if (facing === 'e' || facing === 'w') {
    const screen = facing === 'e' ? area.x + area.width - 0.24 : area.x + 0.12;
    return (
      <Box area={area} height={height} look="desk">
        <rect className="screen" x={screen} y={z - 1} width=".12" height=".9" rx=".05" />
        <rect
          className="keys"
          x={facing === 'e' ? area.x + 0.1 : area.x + 0.47}
          y={z - 0.66}
          width=".26"
          height=".6"
          rx=".05"
        />
      </Box>
    );
  }
  const isNorth = facing === 'n';
  const keys = isNorth ? z - 0.98 : z + 0.06;
  return (
    <Box area={area} height={height} look="desk">
      {isNorth ? <Screen x={x} foot={z - 1.3} /> : null}
      <rect className="keys" x={x - 0.34} y={keys} width=".68" height=".2" rx=".05" />
      <Things x={x + side * 0.78} z={isNorth ? z - 1.08 : z + 0.34} variety={variety} />
      {isNorth ? null : <Screen x={x} foot={z + 0.66} isBack />}
    </Box>
  );
}

/** A monitor that stands on a desk, from the front or from behind. */
function Screen({
  x,
  foot,
  isBack = false,
}: {
  readonly x: number;
  readonly foot: number;
  readonly isBack?: boolean;
}) {
  return (
    <g>
      <ellipse className="foot" cx={x} cy={foot} rx=".24" ry=".08" />
      <rect className="foot" x={x - 0.05} y={foot - 0.2} width=".1" height=".2" />
      <rect
        className={`screen ${isBack ? 'back' : ''}`}
        x={x - 0.52}
        y={foot - 0.66}
        width="1.04"
        height=".56"
        rx=".07"
      />
      {isBack ? <circle className="mark" cx={x} cy={foot - 0.38} r=".06" /> : null}
    </g>
  );
}

function Things({
  x,
  z,
  variety,
}: {
  readonly x: number;
  readonly z: number;
  readonly variety: number;
}) {
  switch (variety % 4) {
    case 0:
      return (
        <g>
          <circle className="mug" cx={x} cy={z} r=".09" />
          <circle className="coffee" cx={x} cy={z} r=".06" />
        </g>
      );
    case 1:
      return (
        <g>
          <rect
            className="paper"
            x={x - 0.16}
            y={z - 0.2}
            width=".32"
            height=".4"
            rx=".02"
            transform={`rotate(12 ${x} ${z})`}
          />
          <path
            className="ink"
            d={`M${x - 0.09} ${z - 0.08}h.2M${x - 0.09} ${z}h.16M${x - 0.09} ${z + 0.08}h.2`}
          />
        </g>
      );
    case 2:
      return (
        <g className="plant small">
          <circle className="leaf" cx={x - 0.06} cy={z - 0.16} r=".12" />
          <circle className="leaf light" cx={x + 0.07} cy={z - 0.14} r=".1" />
          <rect className="pot" x={x - 0.1} y={z - 0.1} width=".2" height=".17" rx=".04" />
        </g>
      );
    default:
      return (
        <g>
          <path className="lamp-arm" d={`M${x} ${z + 0.1}l.08 -.34l-.22 -.14`} />
          <ellipse className="foot" cx={x} cy={z + 0.1} rx=".12" ry=".05" />
          <path className="lamp" d={`M${x - 0.3} ${z - 0.28}l.1 -.18l.16 .1l-.06 .16z`} />
        </g>
      );
  }
}

/** An empty chair with a back. */
export function Chair({ seat: { x, z, facing } }: { readonly seat: SeatPlace }) {
  const backs = {
    n: { x: -0.34, y: -0.36, width: 0.68, height: 0.4 },
    s: { x: -0.34, y: -0.86, width: 0.68, height: 0.5 },
    e: { x: -0.5, y: -0.72, width: 0.18, height: 0.6 },
    w: { x: 0.32, y: -0.72, width: 0.18, height: 0.6 },
  } as const;
  const back = <rect className="back" {...backs[facing]} rx=".1" />;
  return (
    <g className="chair" transform={`translate(${x} ${z})`}>
      <ellipse className="cast" cx=".06" cy=".06" rx=".42" ry=".2" />
      {facing !== 'n' && back}
      <rect className="edge" x="-.36" y="-.32" width=".72" height=".34" rx=".14" />
      <rect className="top" x="-.36" y="-.44" width=".72" height=".36" rx=".14" />
      {facing === 'n' && back}
    </g>
  );
}
