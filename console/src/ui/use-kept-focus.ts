import { useLayoutEffect, useRef } from 'react';
import { nextFrame } from '../app/next-frame.js';

/** Elements from which the keyboard can continue. */
const places = '[tabindex], section, article, fieldset, form, main';

/**
 * Moves the focus to what surrounds a removed element that had it, such as a button whose press
 * removes it, at once or after being disabled. Otherwise the keyboard would begin at the top of the
 * page.
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
      // A dialog returns the focus in the next frame, however late that is.
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
