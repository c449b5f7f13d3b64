import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/** What a dialog begins at, by rank. What cannot be made good is begun at by nobody. */
const beginnings = [
  ':is(input, textarea, .select-button):not(:disabled, [tabindex="-1"])',
  '.row > .button.primary:not(:disabled)',
  '[role="region"][tabindex="0"], pre[tabindex="0"]',
  '.row > .button:not(.danger, :disabled)',
];
const closing = '.dialog-end .button';

interface Hands {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Gives the focus to what the dialog in the frame begins at, unless a part of it has taken it; what
 * is loaded later gets it if nobody has moved it. Enter in a field presses the button that takes the
 * dialog, in one of several lines with Ctrl.
 */
export function useDialogHands(): Hands {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const dialog = frame.current;
    if (dialog === null) return;
    const begin = () => {
      if (isFree(dialog)) (beginningOf(dialog) ?? find(dialog, closing))?.focus();
    };
    begin();
    const observer = new MutationObserver(() => {
      begin();
      if (!isFree(dialog)) observer.disconnect();
    });
    observer.observe(dialog, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return { frame, onKeyDown };
}

function isFree(dialog: Element): boolean {
  const focused = document.activeElement;
  const isWithin = focused !== null && dialog.contains(focused);
  return !isWithin || focused.matches(`[role="dialog"], ${closing}`);
}

function beginningOf(dialog: Element): HTMLElement | undefined {
  return beginnings.map((selector) => find(dialog, selector)).find((found) => found !== null);
}

function find(dialog: Element, selector: string): HTMLElement | null {
  return dialog.querySelector<HTMLElement>(selector);
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key, ctrlKey, metaKey, nativeEvent } = event;
  if (key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing) return;
  if (!(target instanceof Element) || !target.matches('input, textarea')) return;
  if (target.matches('textarea:not(.whole)') && !ctrlKey && !metaKey) return;
  event.preventDefault();
  const buttons = currentTarget.querySelectorAll<HTMLElement>('.row > .button.primary');
  [...buttons].at(-1)?.click();
}
