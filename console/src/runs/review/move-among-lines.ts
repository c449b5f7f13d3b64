import type { KeyboardEvent } from 'react';
import { lineLabel } from './line-label.js';
import type { LinePlace } from './viewed.js';

/** Focuses the first line in view. */
export function focusLines(region: HTMLElement): void {
  const lines = [...region.querySelectorAll<HTMLElement>('button.line-no')];
  const top = region.getBoundingClientRect().top;
  const first = lines.find((each) => each.getBoundingClientRect().top >= top);
  (first ?? lines[0])?.focus();
}

/** Focuses a line, or the region if the line is out of view; moves nothing. */
export function focusLine(region: HTMLElement, place: LinePlace): void {
  const label = lineLabel(place);
  const lines = [...region.querySelectorAll<HTMLElement>('button.line-no')];
  const line = lines.find(({ ariaLabel }) => ariaLabel === label) ?? region;
  line.focus({ preventScroll: true });
}

/** Enter goes from the region to its first line in view; arrow keys move from line to line. */
export function moveAmongLines(event: KeyboardEvent<HTMLDivElement>): void {
  const { currentTarget: region, target, key } = event;
  const lines = [...region.querySelectorAll<HTMLElement>('button.line-no')];
  const at = lines.indexOf(target as HTMLElement);
  if (target === region && key === 'Enter') {
    focusLines(region);
  } else if (at >= 0 && key === 'Escape') {
    region.focus();
  } else if (at >= 0 && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const next = lines[at + (key === 'ArrowDown' ? 1 : -1)];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  } else return;
  event.preventDefault();
}
