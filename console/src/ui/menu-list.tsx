import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { nextFrame } from '../app/next-frame.js';
import { Icon } from './icon.js';
import type { MenuEntry } from './menu.js';
import type { OpenedList } from './use-opened-list.js';

/** The open list of a menu, below the button that opened it. */
export default function MenuList({
  label,
  entries,
  opened: { button, begins },
  onClose,
}: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly opened: OpenedList;
  readonly onClose: () => void;
}) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      placement="bottom end"
      isOpen
      triggerRef={{ current: button }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu className="menu" aria-label={label} autoFocus={begins ?? true} onClose={onClose}>
        {entries.map(({ id, label: text, isChosen, isDangerous, onAction }) => (
          <MenuItem
            key={id}
            id={id}
            className={`option row tight nowrap${isDangerous ? ' danger' : ''}`}
            // A dialog must open after the button has the focus again, in the next frame, because
            // it returns the focus there.
            onAction={() => nextFrame(() => nextFrame(onAction))}
          >
            {isChosen !== undefined && (
              <span className={`choice ${isChosen ? 'chosen' : ''}`}>
                <Icon name="check" size={14} />
              </span>
            )}
            {text}
            {isChosen === true && <span className="sr-only"> (chosen)</span>}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  );
}
