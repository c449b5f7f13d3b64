import { useOffers } from '../app/offers.js';
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
  const isSmallest = metre <= metres.smallest;
  const isLargest = metre >= metres.largest;
  const smaller = () => onZoom(metre / step);
  const larger = () => onZoom(metre * step);
  const all = () => onZoom(zoom === 'all' ? 'auto' : 'all');
  useOffers({
    'zoom-in': isLargest ? 'it is as large as can be' : larger,
    'zoom-out': isSmallest ? 'it is as small as can be' : smaller,
    'zoom-all': all,
  });
  return (
    <div className="zoom" role="group" aria-label="Size of the plan">
      <button type="button" aria-label="Smaller" disabled={isSmallest} onClick={smaller}>
        −
      </button>
      <button
        type="button"
        aria-label="Show all of the floor"
        aria-pressed={zoom === 'all'}
        onClick={all}
      >
        All
      </button>
      <button type="button" aria-label="Larger" disabled={isLargest} onClick={larger}>
        +
      </button>
    </div>
  );
}
