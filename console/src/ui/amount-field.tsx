import type { ReactNode, Ref } from 'react';
import { amountProblem } from '../app/amounts.js';
import { TextField } from './fields.js';

/** A field for money. One of numbers would drop a comma without a word where points are usual. */
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
