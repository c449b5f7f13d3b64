import { type ReactNode, Suspense } from 'react';
import { later } from '../app/later.js';
import { Button } from './button.js';
import { ComingList, useOpenedList } from './use-opened-list.js';

const load = () => import('./menu-list.js');
const MenuList = later(load);

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
  const { opened, close, props } = useOpenedList('menu', load);
  return (
    <>
      <Button look={isIcon ? 'quiet' : 'plain'} icon={isIcon} aria-label={label} {...props}>
        {button}
      </Button>
      {opened !== null && (
        <Suspense fallback={<ComingList opened={opened} onClose={close} />}>
          <MenuList label={label} entries={entries} opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
