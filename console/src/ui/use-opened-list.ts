import { type ComponentProps, useLayoutEffect, useState } from 'react';
import type { Button } from 'react-aria-components/Button';

/** A list that is open: below which button, and the entry that has the focus at first, if any. */
export interface OpenedList {
  readonly button: Element;
  readonly begins?: 'first' | 'last';
}

type ButtonProps = Pick<
  ComponentProps<typeof Button>,
  'aria-haspopup' | 'aria-expanded' | 'onHoverStart' | 'onFocus' | 'onPress' | 'onKeyDown'
>;

/** Keys that open it, and the entry that each begins at. */
const openingKeys: Readonly<Record<string, 'first' | 'last'>> = {
  ArrowDown: 'first',
  ArrowUp: 'last',
};

/**
 * A button that opens a list, whose part is loaded once somebody is about to open it: the first
 * screen does without.
 */
export function useOpenedList(
  kind: 'menu' | 'listbox',
  load: () => Promise<unknown>,
): { readonly opened: OpenedList | null; readonly close: () => void; readonly props: ButtonProps } {
  const [opened, setOpened] = useState<OpenedList | null>(null);
  // What did not come is asked for again when the list is opened.
  const prepare = () => void load().catch(() => undefined);
  const props: ButtonProps = {
    'aria-haspopup': kind,
    'aria-expanded': opened !== null,
    onHoverStart: prepare,
    onFocus: prepare,
    onPress: ({ target: button, pointerType }) =>
      setOpened({
        button,
        ...((pointerType === 'keyboard' || pointerType === 'virtual') && { begins: 'first' }),
      }),
    onKeyDown: (event) => {
      const begins = openingKeys[event.key];
      if (begins === undefined) return event.continuePropagation();
      event.preventDefault();
      if (event.currentTarget instanceof Element) {
        setOpened({ button: event.currentTarget, begins });
      }
    },
  };
  return { opened, close: () => setOpened(null), props };
}

/**
 * Stands for an opened list until it is loaded. A key, or another place of the focus, closes it,
 * so that it does not open late over what came meanwhile.
 */
export function ComingList({
  opened: { button },
  onClose,
}: {
  readonly opened: OpenedList;
  readonly onClose: () => void;
}): null {
  useLayoutEffect(() => {
    const onKeyDown = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') event.stopPropagation();
      onClose();
    };
    button.addEventListener('keydown', onKeyDown);
    button.addEventListener('blur', onClose);
    return () => {
      button.removeEventListener('keydown', onKeyDown);
      button.removeEventListener('blur', onClose);
    };
  }, [button, onClose]);
  return null;
}
