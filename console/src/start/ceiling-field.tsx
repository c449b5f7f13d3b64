import { dollars } from '../app/format.js';
import { AmountField } from '../ui/amount-field.js';
import { ceilingProblem } from './ceiling-rules.js';

/** The field for the ceiling of a run; empty: the usual one of the floor. */
export function CeilingField({
  value,
  onChange,
  usualUsd,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly usualUsd: number;
}) {
  return (
    <AmountField
      label="Ceiling, dollars"
      value={value}
      onChange={onChange}
      placeholder={dollars(usualUsd)}
      hint={
        ceilingProblem(value) ??
        'The run stops once it has spent this. A stage that has just begun may spend a little more.'
      }
    />
  );
}
