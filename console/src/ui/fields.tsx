import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Checkbox } from 'react-aria-components/Checkbox';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Label, Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import { plural } from '../app/format.js';
import { Icon } from './icon.js';

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly type?: 'text' | 'number' | 'password' | 'search' | 'url' | 'color' | 'date';
  readonly rows?: number;
  /** One line of a value that is shown whole, as a path, on as many lines as it takes. */
  readonly isLong?: boolean;
  readonly maxLength?: number;
  readonly hideLabel?: boolean;
  readonly autoFocus?: boolean;
  readonly step?: string;
  readonly inputMode?: 'decimal';
  readonly isInvalid?: boolean;
  readonly inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
  /** The list that the field's arrow keys move in, and its active option. */
  readonly chooses?: { readonly listId: string; readonly optionId?: string };
  /** Called on Enter, in a field of several lines without Shift. */
  readonly onEnter?: () => void;
}

/** A labelled field of one line, or of several with `rows`. */
export function TextField(props: TextProps) {
  const {
    label,
    value,
    onChange,
    hint,
    rows,
    hideLabel,
    onEnter,
    inputRef,
    chooses,
    isInvalid,
    isLong = false,
    ...rest
  } = props;
  const id = useId();
  // A browser takes no more characters, and does not say so.
  const isFull = props.maxLength !== undefined && value.length >= props.maxLength;
  const shownHint = isFull ? `At most ${plural(props.maxLength ?? 0, 'character')}.` : hint;
  const shared = {
    ...rest,
    id,
    value,
    ref: inputRef,
    className: isLong ? 'input whole' : 'input',
    autoComplete: 'off',
    ...(isInvalid === true && { 'aria-invalid': true }),
    ...(shownHint !== undefined && { 'aria-describedby': `${id}-hint` }),
    ...(chooses && {
      role: 'combobox',
      'aria-expanded': chooses.optionId !== undefined,
      'aria-controls': chooses.listId,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': chooses.optionId,
    }),
    onChange: (event: { target: { value: string } }) =>
      onChange(isLong ? event.target.value.replaceAll(/[\r\n]/g, '') : event.target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || onEnter === undefined) return;
      // This Enter accepts a suggestion of an input method.
      if (event.nativeEvent.isComposing) return;
      event.preventDefault();
      onEnter();
    },
  };
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : undefined}>
        {label}
      </label>
      {rows === undefined && !isLong ? (
        <input {...shared} />
      ) : (
        <textarea {...shared} rows={rows ?? 1} />
      )}
      {shownHint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {shownHint}
        </span>
      )}
    </div>
  );
}

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
}

/** A labelled choice of one option. */
export function Select({
  label,
  value,
  choices,
  onChange,
  hideLabel = false,
  isDisabled = false,
  problem,
  buttonRef,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (id: string) => void;
  readonly hideLabel?: boolean;
  readonly isDisabled?: boolean;
  /** What is wrong with what is chosen. */
  readonly problem?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}) {
  return (
    <AriaSelect
      className="field"
      isInvalid={problem !== undefined}
      placeholder="Choose"
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      <Label className={hideLabel ? 'sr-only' : 'label'}>{label}</Label>
      <Button className="select-button" {...(buttonRef !== undefined && { ref: buttonRef })}>
        <SelectValue className="ellipsis" />
        <Icon name="down" size={14} />
      </Button>
      {problem !== undefined && (
        <Text slot="errorMessage" className="hint">
          {problem}
        </Text>
      )}
      <Popover className="popover">
        <ListBox items={choices}>
          {(choice) => (
            <ListBoxItem id={choice.id} textValue={choice.label} className="option">
              {choice.label}{' '}
              {choice.detail !== undefined && <div className="hint">{choice.detail}</div>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

export function Check({
  children,
  isOn,
  onChange,
  isDisabled = false,
}: {
  readonly children: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}) {
  return (
    <Checkbox className="check" isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
      <span className="box">
        <Icon name="check" size={14} />
      </span>
      <span>{children}</span>
    </Checkbox>
  );
}
