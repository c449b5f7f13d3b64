import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button } from './button.js';
import { Icon } from './icon.js';

export interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  /** For one of several choices: true if it is chosen. */
  readonly isChosen?: boolean;
  readonly isDangerous?: boolean;
  readonly onAction: () => void;
}

/** A button that opens a list of actions. */
export function Menu({
  label,
  button,
  entries,
  isIcon = false,
}: {
  readonly label: string;
  readonly button: ReactNode;
  readonly entries: readonly MenuEntry[];
  /** True if the button only shows an icon. */
  readonly isIcon?: boolean;
}) {
  return (
    <MenuTrigger>
      <Button look={isIcon ? 'quiet' : 'plain'} icon={isIcon} aria-label={label}>
        {button}
      </Button>
      <Popover className="popover" placement="bottom end">
        <AriaMenu className="menu" aria-label={label}>
          {entries.map(({ id, label: text, isChosen, isDangerous, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              className={`option row tight nowrap${isDangerous ? ' danger' : ''}`}
              onAction={onAction}
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
    </MenuTrigger>
  );
}
