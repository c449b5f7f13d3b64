import { Suspense } from 'react';
import { dollars } from '../app/format.js';
import { AmountField } from '../ui/amount-field.js';
import { ceilingProblem, type Planned } from './ceiling-rules.js';
import { later } from '../app/later.js';
import { useConnection } from '../app/office-context.js';

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
        'The run stops once it has spent this. A stage that has just begun may spend a little more.'
      }
    />
  );
}

/**
 * Says that a ceiling is too small, also for simulated employees: what they spend is counted. Says
 * nothing while the service is away, from which it may have to be loaded.
 */
export function CeilingWarning(planned: Planned) {
  const { phase } = useConnection();
  return (
    phase === 'online' && (
      <Suspense>
        <CeilingNote {...planned} />
      </Suspense>
    )
  );
}
