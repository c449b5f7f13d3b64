import type { Item } from './plan-types.js';
import { Books, Box, Plant } from './shapes.js';

/** Draws a piece of furniture. */
export function Furniture({ item }: { readonly item: Item }) {
  const { kind, x, z, width, depth } = item;
  switch (kind) {
    case 'plant':
      return <Plant x={x + width / 2} z={z + depth * 0.8} />;
    case 'sofa':
    case 'armchair':
      return <Sofa item={item} />;
    case 'shelf':
      return <Shelf item={item} />;
    case 'rack':
      return <Rack item={item} />;
    case 'kitchen':
      return <Kitchen item={item} />;
    case 'counter':
      return <Counter item={item} />;
    case 'table':
      return <Table item={item} />;
    case 'round-table':
      return <RoundTable item={item} />;
    case 'board':
      return <Board item={item} />;
    case 'stool':
      return (
        <g className="stool">
          <ellipse className="cast" cx={x + 0.29} cy={z + 0.36} rx=".26" ry=".15" />
          <rect className="front" x={x + 0.02} y={z + 0.04} width=".46" height=".3" rx=".14" />
          <ellipse className="top" cx={x + 0.25} cy={z + 0.06} rx=".25" ry=".17" />
        </g>
      );
    case 'bench':
      return <Box area={item} height={0.24} look="bench" round={0.1} />;
    case 'cooler':
      return (
        <Box area={item} height={0.62} look="appliance" round={0.08}>
          <ellipse className="water" cx={x + width / 2} cy={z - 0.5} rx=".17" ry=".15" />
          <rect
            className="dark"
            x={x + 0.14}
            y={z + depth - 0.5}
            width=".22"
            height=".16"
            rx=".03"
          />
        </Box>
      );
    case 'printer':
      return (
        <Box area={item} height={0.36} look="cabinet">
          <rect className="paper" x={x + 0.32} y={z - 0.6} width=".5" height=".3" rx=".03" />
          <rect className="machine" x={x + 0.2} y={z - 0.42} width=".74" height=".46" rx=".08" />
          <rect className="dark" x={x + 0.32} y={z - 0.3} width=".5" height=".06" rx=".03" />
        </Box>
      );
  }
}

function Sofa({ item: { x, z, width, depth, facing } }: { readonly item: Item }) {
  const seats = Math.max(1, Math.round(depth / 1.4));
  const isEast = facing === 'e';
  const back = isEast ? x : x + width - 0.34;
  const seat = isEast ? x + 0.28 : x;
  const long = (depth - 0.44) / seats;
  return (
    <g className="sofa">
      <rect className="cast" x={x + 0.04} y={z} width={width + 0.08} height={depth + 0.1} rx=".2" />
      <rect className="front" x={x} y={z - 0.1} width={width} height={depth + 0.1} rx=".2" />
      {Array.from({ length: seats }, (_, index) => (
        <rect
          key={index}
          className="cushion"
          x={seat}
          y={z + 0.12 + index * long}
          width={width - 0.32}
          height={long - 0.05}
          rx=".12"
        />
      ))}
      <rect className="top" x={back} y={z - 0.34} width=".34" height={depth + 0.18} rx=".14" />
      <rect className="arm" x={x} y={z - 0.3} width={width} height=".3" rx=".13" />
      <rect className="arm" x={x} y={z + depth - 0.42} width={width} height=".34" rx=".13" />
    </g>
  );
}

function Shelf({ item }: { readonly item: Item }) {
  const { x, z, width, depth } = item;
  const base = z + depth;
  return (
    <Box area={item} height={0.92} look="shelf">
      <rect className="inside" x={x + 0.07} y={base - 0.86} width={width - 0.14} height=".37" />
      <rect className="inside" x={x + 0.07} y={base - 0.43} width={width - 0.14} height=".37" />
      <Books x={x + 0.1} y={base - 0.49} width={width - 0.2} />
      <Books x={x + 0.16} y={base - 0.06} width={width - 0.36} />
    </Box>
  );
}

function Rack({ item }: { readonly item: Item }) {
  const { x, z, width, depth } = item;
  const count = Math.max(1, Math.floor(width / 0.9));
  const wide = width / count;
  return (
    <Box area={item} height={1.05} look="rack">
      {Array.from({ length: count * 4 }, (_, index) => {
        const left = x + (index % count) * wide + 0.1;
        const top = z + depth - 0.95 + Math.floor(index / count) * 0.23;
        return (
          <g key={index}>
            <rect className="slot" x={left} y={top} width={wide - 0.2} height=".15" rx=".03" />
            <circle
              className={index % 3 === 0 ? 'led warm' : 'led'}
              cx={left + 0.1}
              cy={top + 0.075}
              r=".035"
            />
          </g>
        );
      })}
    </Box>
  );
}

function Kitchen({ item }: { readonly item: Item }) {
  const { x, z, width, depth } = item;
  return (
    <Box area={item} height={0.42} look="cabinet">
      <path
        className="seam"
        d={`M${x + width / 3} ${z + depth - 0.36}v.3M${x + (width * 2) / 3} ${z + depth - 0.36}v.3`}
      />
      <rect className="sink" x={x + 0.35} y={z - 0.28} width=".8" height=".42" rx=".1" />
      <rect
        className="machine dark"
        x={x + width - 1}
        y={z - 0.72}
        width=".5"
        height=".62"
        rx=".07"
      />
      <rect className="paper" x={x + width - 0.87} y={z - 0.34} width=".24" height=".2" rx=".03" />
      <circle className="mug" cx={x + width - 1.3} cy={z - 0.12} r=".09" />
      <circle className="mug soft" cx={x + width - 1.55} cy={z - 0.18} r=".09" />
    </Box>
  );
}

function Counter({ item }: { readonly item: Item }) {
  const { x, z, width, depth } = item;
  return (
    <Box area={item} height={0.5} look="counter" round={0.12}>
      <rect
        className="panel"
        x={x + 0.18}
        y={z + depth - 0.4}
        width={width - 0.36}
        height=".28"
        rx=".06"
      />
      <rect className="screen" x={x + 0.5} y={z - 0.86} width=".8" height=".5" rx=".06" />
      <rect className="screen" x={x + 0.84} y={z - 0.4} width=".12" height=".14" />
      <circle className="mug soft" cx={x + width - 0.4} cy={z - 0.12} r=".1" />
    </Box>
  );
}

function Table({ item }: { readonly item: Item }) {
  const { x, z, width, depth } = item;
  const isLong = depth > width;
  const papers = isLong ? [0.2, 0.5, 0.78] : [0.18, 0.5, 0.8];
  return (
    <Box area={item} height={0.3} look="table" round={Math.min(width, depth) * 0.28}>
      {papers.map((share, index) => {
        const px = isLong ? x + width * (index % 2 === 0 ? 0.3 : 0.66) : x + width * share;
        const pz = isLong ? z + depth * share : z + depth * (index % 2 === 0 ? 0.35 : 0.6);
        return (
          <rect
            key={share}
            className="paper"
            x={px - 0.16}
            y={pz - 0.46}
            width=".32"
            height=".4"
            rx=".02"
            transform={`rotate(${index * 17 - 14} ${px} ${pz - 0.26})`}
          />
        );
      })}
      <circle className="mug" cx={x + width / 2} cy={z + depth * 0.36 - 0.3} r=".09" />
    </Box>
  );
}

function RoundTable({ item: { x, z, width, depth } }: { readonly item: Item }) {
  const [cx, cz, r] = [x + width / 2, z + depth / 2, width / 2];
  return (
    <g className="table">
      <ellipse className="cast" cx={cx + 0.1} cy={cz + 0.16} rx={r} ry={r * 0.7} />
      <ellipse className="front" cx={cx} cy={cz - 0.2} rx={r} ry={r * 0.74} />
      <ellipse className="top" cx={cx} cy={cz - 0.28} rx={r} ry={r * 0.74} />
      <circle className="mug" cx={cx - 0.16} cy={cz - 0.34} r=".08" />
      <circle className="mug soft" cx={cx + 0.2} cy={cz - 0.24} r=".08" />
    </g>
  );
}

/** A used board on legs. */
function Board({ item: { x, z, width, depth } }: { readonly item: Item }) {
  const foot = z + depth;
  return (
    <g className="board">
      <rect className="cast" x={x + 0.1} y={foot - 0.08} width={width} height=".22" rx=".1" />
      <path
        className="leg"
        d={`M${x + 0.2} ${foot - 0.3}v.3M${x + width - 0.2} ${foot - 0.3}v.3`}
      />
      <rect className="frame" x={x} y={foot - 0.78} width={width} height=".6" rx=".05" />
      <rect className="white" x={x + 0.05} y={foot - 0.73} width={width - 0.1} height=".5" />
      <path
        className="note"
        d={`M${x + 0.18} ${foot - 0.6}h.5M${x + 0.18} ${foot - 0.49}h.34M${x + 0.18} ${foot - 0.38}h.42M${x + 0.95} ${foot - 0.6}h.34v.24h-.34zM${x + 1.29} ${foot - 0.48}h.26M${x + 1.55} ${foot - 0.6}h.3v.24h-.3z`}
      />
    </g>
  );
}
