import { Suspense, useMemo, useState } from 'react';
import type { RunDetail } from '#protocol/records/work.js';
import { Skeleton } from '../../ui/pieces.js';
import { later } from '../../app/later.js';

const Postures = later(() => import('./postures.js'));

/** The cost of a run under each posture, calculated when it is opened. */
export function RunPostures({ run }: { readonly run: RunDetail }) {
  const [isOpen, setOpen] = useState(false);
  const runs = useMemo(() => [run], [run]);
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What another posture would have cost</summary>
      {isOpen && (
        <Suspense fallback={<Skeleton height={150} />}>
          <Postures runs={runs} />
        </Suspense>
      )}
    </details>
  );
}
