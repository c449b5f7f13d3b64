import type { RunSearch } from '#protocol/rules/run-search.js';

/** How far a list was loaded and scrolled. */
interface ListPlace {
  readonly rows: number;
  /** Pixels above the shown part. */
  readonly top: number;
}

/** Places by step of the browser's history, with the search of the list. */
const places = new Map<number, ListPlace & { readonly search: string }>();

/** Stores the place of the list for a return to the present step of the browser's history. */
export function keepPlace(search: RunSearch, place: ListPlace): void {
  places.set(stepNow() ?? markStep(), { ...place, search: JSON.stringify(search) });
}

/** The place of this search's list at the present step; null: none was stored. */
export function keptPlace(search: RunSearch): ListPlace | null {
  const step = stepNow();
  const place = step === null ? undefined : places.get(step);
  return place?.search === JSON.stringify(search) ? place : null;
}

function stepNow(): number | null {
  const state: unknown = history.state;
  const isMarked = typeof state === 'object' && state !== null && 'step' in state;
  return isMarked && typeof state.step === 'number' ? state.step : null;
}

/** Gives the present step a number by which it is recognised. */
function markStep(): number {
  const step = performance.timeOrigin + performance.now();
  history.replaceState({ step }, '');
  return step;
}
