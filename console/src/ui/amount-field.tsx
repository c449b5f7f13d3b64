import type { ReactNode, Ref } from 'react';
import { amountProblem } from '../app/amounts.js';
import { TextField } from './fields.js';

/**
 * A text field for money: in locales with decimal points, a number field would silently drop a
 * comma.
 */
export function AmountField({
  hint,
  ...props
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly isInvalid?: boolean;
  readonly inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}) {
  const problem = amountProblem(props.value);
  const shown = problem ?? hint;
  return (
    <TextField
      {...props}
      inputMode="decimal"
      isInvalid={problem !== null || props.isInvalid === true}
      {...(shown !== undefined && { hint: shown })}
    />
  );
}
