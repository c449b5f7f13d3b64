import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { type Choice, ChoiceWords } from './fields.js';
import type { OpenedList } from './use-opened-list.js';

/**
 * Like a native select: the pointer moves the focus, and choosing the same entry again counts as a
 * choice.
 */
const likeField = {
  shouldFocusOnHover: true,
  shouldSelectOnPressUp: true,
  allowDuplicateSelectionEvents: true,
} as const;

/** The open list of a field of choices, below its button. */
export default function ChoiceList({
  label,
  value,
  choices,
  opened: { button, begins },
  onChoose,
  onClose,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly opened: OpenedList;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      placement="bottom start"
      isOpen
      triggerRef={{ current: button }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ListBox
        {...likeField}
        aria-label={label}
        items={choices}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[value]}
        autoFocus={begins ?? true}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : keys;
          if (key !== undefined) onChoose(String(key));
        }}
      >
        {(choice) => (
          <ListBoxItem
            id={choice.id}
            textValue={choice.label}
            className="option"
            isDisabled={choice.isDisabled ?? false}
          >
            <ChoiceWords choice={choice} />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
