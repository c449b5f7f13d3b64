import { metres, type Zoom } from './view.js';

const step = 1.35;

/** Buttons that zoom in, out, or to the whole floor. */
export function ZoomButtons({
  metre,
  zoom,
  onZoom,
}: {
  readonly metre: number;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
}) {
  return (
    <div className="zoom" role="group" aria-label="Size of the plan">
      <button
        type="button"
        aria-label="Smaller"
        disabled={metre <= metres.smallest}
        onClick={() => onZoom(metre / step)}
      >
        −
      </button>
      <button
        type="button"
        aria-label="Show the whole floor"
        aria-pressed={zoom === 'all'}
        onClick={() => onZoom(zoom === 'all' ? 'auto' : 'all')}
      >
        All
      </button>
      <button
        type="button"
        aria-label="Larger"
        disabled={metre >= metres.largest}
        onClick={() => onZoom(metre * step)}
      >
        +
      </button>
    </div>
  );
}
