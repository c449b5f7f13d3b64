import type { KeyboardEvent } from 'react';

/**
 * Enter in a field of a form or dialog presses its main button; in a field of several lines, Ctrl
 * Enter does.
 */
export function takeByEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key, ctrlKey, metaKey, nativeEvent } = event;
  if (key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing) return;
  if (!(target instanceof Element) || !target.matches('input, textarea')) return;
  if (target.matches('textarea:not(.whole)') && !ctrlKey && !metaKey) return;
  event.preventDefault();
  const buttons = currentTarget.querySelectorAll<HTMLElement>(
    '.row > :is(.button.primary, .button.danger)',
  );
  [...buttons].at(-1)?.click();
}
