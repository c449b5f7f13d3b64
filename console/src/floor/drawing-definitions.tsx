/** SVG definitions: patterns of floors and grass, and fading light. */
export function Definitions() {
  return (
    <defs>
      <pattern id="wood" width="2.4" height=".8" patternUnits="userSpaceOnUse">
        <path className="board-light" d="M0 0H1.1V.4H0ZM1.1 .4H2.4V.8H1.1Z" />
        <path className="seam" d="M0 0H2.4M0 .4H2.4M1.1 0V.4M2.2 .4V.8" />
      </pattern>
      <pattern id="carpet" width=".36" height=".36" patternUnits="userSpaceOnUse">
        <path className="knot" d="M.04 .09h.1M.22 .27h.1" />
      </pattern>
      <pattern id="tiles" width="1" height="1" patternUnits="userSpaceOnUse">
        <path className="tile-light" d="M0 0H.5V.5H0ZM.5 .5H1V1H.5Z" />
        <path className="seam" d="M0 0H1M0 .5H1M0 0V1M.5 0V1" />
      </pattern>
      <pattern id="mown" width="3.2" height="3.2" patternUnits="userSpaceOnUse">
        <path className="mown" d="M0 0H1.6V3.2H0Z" />
        <path
          className="blade"
          d="M.4 .5l.06 -.14M2.1 1.2l.05 -.14M1.1 2.4l-.05 -.14M2.8 2.7l.06 -.14"
        />
      </pattern>
      <pattern id="slabs" width="1.1" height=".7" patternUnits="userSpaceOnUse">
        <path className="slab" d="M0 0H1.1M0 .35H1.1M.55 0V.35M0 .35V.7" />
      </pattern>
      <linearGradient id="shade-south" x1="0" y1="0" x2="0" y2="1">
        <stop className="shade" offset="0" />
        <stop className="shade none" offset="1" />
      </linearGradient>
      <linearGradient id="shade-east" x1="0" y1="0" x2="1" y2="0">
        <stop className="shade" offset="0" />
        <stop className="shade none" offset="1" />
      </linearGradient>
      <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
        <stop className="ray" offset="0" />
        <stop className="ray none" offset="1" />
      </linearGradient>
      <radialGradient id="lamp-light">
        <stop className="warmth" offset="0" />
        <stop className="warmth none" offset="1" />
      </radialGradient>
    </defs>
  );
}
