import { Badge } from '../ui/pieces.js';
import { useOfficeState } from './office-context.js';

/** Beside money: says that nobody pays it, where employees are simulated. */
export function Simulated() {
  const isMock = useOfficeState((state) => state.llmMode === 'mock');
  return isMock ? <Badge tone="think">simulated</Badge> : null;
}
