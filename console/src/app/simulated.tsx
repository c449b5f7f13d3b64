import { Badge } from '../ui/pieces.js';
import { useOfficeState } from './office-context.js';

/** A mark beside amounts: employees are simulated, so nobody pays. */
export function Simulated() {
  const isMock = useOfficeState((state) => state.llmMode === 'mock');
  return isMock ? <Badge tone="think">simulated</Badge> : null;
}
