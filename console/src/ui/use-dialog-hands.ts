import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Elements that get the first focus of a dialog, by rank; never a button whose action cannot be
 * undone.
 */
const beginnings = [
  ':is(input, textarea, .select-button):not(:disabled, [tabindex="-1"])',
  '.row > .button.primary:not(:disabled)',
  '[role="region"][tabindex="0"], pre[tabindex="0"]',
  '.row > .button:not(.danger, :disabled)',
];
const closing = '.dialog-end .button';

/**
 * Focuses the first element of the dialog by rank, unless a part of it has the focus; parts that
 * load later get it if nobody has moved it.
 */
export function useDialogHands(): RefObject<HTMLDivElement | null> {
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
  return frame;
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
