import { useLayoutEffect, useRef } from 'react';
import { nextFrame } from '../app/next-frame.js';

/** Where the keyboard can go on. */
const places = '[tabindex], section, article, fieldset, form, main';

/**
 * Gives the focus to what stood around an element that goes while it has the focus, as a button whose
 * press removes it, at once or after it was disabled. Without it the keyboard begins at the top of
 * the page again.
 */
export function useKeptFocus<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let hasFocus = document.activeElement === element;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('focus', () => (hasFocus = true), { signal });
    // A browser takes the focus from a disabled button.
    element.addEventListener('blur', () => (hasFocus = element.matches(':disabled')), { signal });
    return () => {
      listening.abort();
      const isElsewhere = ![element, document.body].includes(document.activeElement as HTMLElement);
      if (!hasFocus || isElsewhere) return;
      const around = ancestorsOf(element);
      // A dialog gives the focus back in the next frame, however late it comes.
      requestAnimationFrame(() => nextFrame(() => focusFirst(around)));
    };
  }, []);
  return ref;
}

function focusFirst(around: readonly Element[]): void {
  if (document.activeElement !== document.body) return;
  const place =
    around.find((element) => element.isConnected && element.matches(places)) ??
    document.getElementById('main');
  if (!(place instanceof HTMLElement)) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

function ancestorsOf({ parentElement }: Element): readonly Element[] {
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)];
}
