import { Suspense } from 'react';
import { later } from '../app/later.js';
import { useConnection } from '../app/office-context.js';
import type { Planned } from './ceiling-rules.js';

/** Contains the service's routing, which the first page need not load. */
const CeilingNote = later(() => import('./ceiling-note.js'));

/**
 * Warns that a ceiling is too small, also with simulated employees, whose spend counts, too. Shows
 * nothing without a connection, because the part may have to be loaded.
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
