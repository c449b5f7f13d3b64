import { Suspense } from 'react';
import { later } from '../app/later.js';
import { useConnection } from '../app/office-context.js';
import type { Planned } from './ceiling-rules.js';

/** Routes as the service does, which the first page need not load. */
const CeilingNote = later(() => import('./ceiling-note.js'));

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
