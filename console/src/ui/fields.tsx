import { Suspense, useId, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { plural } from '../app/format.js';
import { later } from '../app/later.js';
import { Icon } from './icon.js';
import { ComingList, useOpenedList } from './use-opened-list.js';

const load = () => import('./choice-list.js');
const ChoiceList = later(load);

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly type?: 'text' | 'number' | 'password' | 'search' | 'url' | 'color' | 'date';
  readonly rows?: number;
  /** The value is one line, such as a path, and is shown whole on as many lines as it needs. */
  readonly isLong?: boolean;
  readonly maxLength?: number;
  readonly hideLabel?: boolean;
  readonly autoFocus?: boolean;
  readonly step?: string;
  readonly inputMode?: 'decimal';
  readonly isInvalid?: boolean;
  readonly inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
  /** The list in which the field's arrow keys move, and its active option. */
  readonly chooses?: { readonly listId: string; readonly optionId?: string };
  /** Called on Enter; in a field of several lines, on Enter without Shift. */
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
  // Browsers ignore further characters without saying so.
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
  /** True: it is shown, but cannot be chosen; `detail` says why. */
  readonly isDisabled?: boolean;
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
  hint,
  buttonRef,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (id: string) => void;
  readonly hideLabel?: boolean;
  readonly isDisabled?: boolean;
  /** The problem with the chosen option. */
  readonly problem?: string;
  readonly hint?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}) {
  const id = useId();
  const { opened, close, props } = useOpenedList('listbox', load);
  const chosen = choices.find((each) => each.id === value);
  const said = problem ?? hint;
  return (
    <div className="field" data-invalid={problem === undefined ? undefined : true}>
      <span
        id={`${id}-label`}
        className={hideLabel ? 'sr-only' : 'label'}
        onClick={() => document.getElementById(id)?.focus()}
      >
        {label}
      </span>
      <Button
        id={id}
        className="select-button"
        isDisabled={isDisabled}
        aria-labelledby={`${id}-value ${id}-label`}
        {...(said !== undefined && { 'aria-describedby': `${id}-said` })}
        {...(buttonRef !== undefined && { ref: buttonRef })}
        {...props}
      >
        <span id={`${id}-value`} className="ellipsis">
          {chosen === undefined ? 'Choose' : <ChoiceWords choice={chosen} />}
        </span>
        <Icon name="down" size={14} />
      </Button>
      {said !== undefined && (
        <span id={`${id}-said`} className="hint">
          {said}
        </span>
      )}
      {opened !== null && (
        <Suspense fallback={<ComingList opened={opened} onClose={close} />}>
          <ChoiceList
            label={label}
            value={value}
            choices={choices}
            opened={opened}
            onChoose={(chosenId) => {
              close();
              onChange(chosenId);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A choice as its field and its list show it. */
export function ChoiceWords({ choice: { label, detail } }: { readonly choice: Choice }) {
  return (
    <>
      {label} {detail !== undefined && <span className="hint block">{detail}</span>}
    </>
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
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="box">
        <Icon name="check" size={14} />
      </span>
      <span>{children}</span>
    </label>
  );
}
