import { Suspense } from 'react';
import { dollars } from '../app/format.js';
import { AmountField } from '../ui/amount-field.js';
import { ceilingProblem, type Planned } from './ceiling-rules.js';
import { later } from '../app/later.js';

/** Routes as the service does, which the first page need not load. */
const CeilingNote = later(() => import('./ceiling-note.js'));

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
        'A run ends here. The first call of a stage may pass it, by its input and 256 tokens of answer.'
      }
    />
  );
}

/** Says that a ceiling is too small, also for simulated employees: what they spend is counted. */
export function CeilingWarning(planned: Planned) {
  return (
    <Suspense>
      <CeilingNote {...planned} />
    </Suspense>
  );
}
