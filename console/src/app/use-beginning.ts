import { useEffect, useRef } from 'react';

/**
 * Scrolls a new page to its top and focuses its heading, once it is there, unless something else got
 * the focus. The page that is loaded first takes no focus.
 */
export function useBeginning(page: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    const element = main.current;
    if (element === null || before.current === page) return;
    before.current = page;
    element.scrollTop = 0;
    const focused = document.activeElement;
    // While the new page loads, the old one is hidden and still has the focus.
    const isOfThePage =
      element.contains(focused) &&
      focused?.matches('main, h1') === false &&
      focused.checkVisibility();
    if (isOfThePage) return;
    element.focus({ preventScroll: true });
    return headingFocused(element);
  }, [page]);
  return main;
}

/** Focuses the heading, also one that replaces it while the page loads. */
function headingFocused(main: HTMLElement): () => void {
  const take = () => {
    const focused = document.activeElement;
    if (focused !== main && focused !== document.body) return;
    const heading = main.querySelector('h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(take);
  const stop = () => {
    observer.disconnect();
    removeEventListener('pointerdown', stop, true);
    removeEventListener('keydown', stop, true);
  };
  observer.observe(main, { childList: true, subtree: true });
  // After these events the person decides where the focus is; buttons keep them to themselves.
  addEventListener('pointerdown', stop, true);
  addEventListener('keydown', stop, true);
  take();
  return stop;
}
