/** Fields with a text. */
const field =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range], [type=color]), textarea';

/** Fields for typing, and lists and choices that search by letters. */
const taken = [
  field,
  'select',
  '[contenteditable]:not([contenteditable=false])',
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'menu', 'grid', 'tree', 'spinbutton'].map(
    (role) => `[role=${role}]`,
  ),
].join(', ');

/** True for the button of a closed list, which would use letters for searching. */
export function isClosedList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-haspopup=listbox]') !== null;
}

/** True if the focused element uses letters, or a dialog or list covers the page. */
export function takesLetters(target: EventTarget | null): boolean {
  if (document.querySelector('.overlay, .popover') !== null) return true;
  return target instanceof Element && target.closest(taken) !== null;
}

/**
 * Leaves a field of the page, so that letters are keys again; in a dialog Escape closes the dialog
 * instead.
 */
export function leaveField(target: EventTarget | null): void {
  if (document.querySelector('.overlay, .popover') !== null) return;
  if (target instanceof HTMLElement && target.matches(field)) target.blur();
}
