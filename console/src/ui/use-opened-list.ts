import { type ComponentProps, useLayoutEffect, useState } from 'react';
import type { Button } from 'react-aria-components/Button';

/** An open list: the button above it, and the entry with the first focus, if any. */
export interface OpenedList {
  readonly button: Element;
  readonly begins?: 'first' | 'last';
}

type ButtonProps = Pick<
  ComponentProps<typeof Button>,
  'aria-haspopup' | 'aria-expanded' | 'onHoverStart' | 'onFocus' | 'onPress' | 'onKeyDown'
>;

/** Keys that open the list, and the entry that gets the focus. */
const openingKeys: Readonly<Record<string, 'first' | 'last'>> = {
  ArrowDown: 'first',
  ArrowUp: 'last',
};

/**
 * A button that opens a list. The list's code is loaded once somebody is about to open it, because
 * the first screen does not need it.
 */
export function useOpenedList(
  kind: 'menu' | 'listbox',
  load: () => Promise<unknown>,
): { readonly opened: OpenedList | null; readonly close: () => void; readonly props: ButtonProps } {
  const [opened, setOpened] = useState<OpenedList | null>(null);
  // A failed load is repeated when the list is opened.
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
 * Stands for an opened list until it is loaded. A key or a move of the focus closes it, so that it
 * does not open late over other content.
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
