import type { Run } from '#protocol/records/work.js';
import { Badge } from '../ui/pieces.js';
import { useOfficeState } from './office-context.js';

const mark = <Badge tone="think">simulated</Badge>;

/** A mark beside amounts: employees are simulated, so nothing is paid. */
export function Simulated() {
  return useIsMock() ? mark : null;
}

/** A mark beside the amount of a simulated example from before there was a key. */
export function SimulatedRun({ run }: { readonly run: Pick<Run, 'paced'> }) {
  return !useIsMock() && run.paced === true ? mark : null;
}

export function useIsMock(): boolean {
  return useOfficeState(({ llmMode }) => llmMode === 'mock');
}
