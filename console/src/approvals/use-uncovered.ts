import { useEffect, useRef } from 'react';

/** Scrolls the focused element out from under an element that covers a part of the page. */
export function useUncovered(isShown: boolean) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const cover = element.current;
    if (!isShown || cover === null || focused === null || cover.contains(focused)) return;
    if (focused.matches('input, textarea') && overlaps(cover, focused))
      focused.scrollIntoView({ block: 'start' });
  }, [isShown]);
  return element;
}

function overlaps(a: Element, b: Element): boolean {
  const [one, other] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
  const isBeside = one.right <= other.left || other.right <= one.left;
  return !isBeside && one.top < other.bottom && other.top < one.bottom;
}
