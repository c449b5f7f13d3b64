import { useState } from 'react';
import { goWith, usePlace } from '../app/router.js';
import type { RunView } from './run-view.js';

/** The shown part of a run: what the address names, else its report once there is one. */
export function useRunTab(run: RunView, turnId: string | null): string {
  const { query } = usePlace();
  const [usual] = useState(turnId === null && hasReport(run) ? 'report' : 'turns');
  const linked = turnId !== null ? 'turns' : query.has('file') ? 'change' : usual;
  return query.get('tab') ?? linked;
}

export function setRunTab(id: string): void {
  goWith({ tab: id, turn: null, file: null });
}

function hasReport({ outcome, error }: RunView): boolean {
  return outcome !== null || error !== null;
}
