import { isFinal } from '#protocol/rules/run-status.js';
import { useFloorPart } from '../app/floors.js';
import type { RunView } from './run-view.js';
import { seenBy } from './timeline.js';

/** Says who was shown an instruction of the run that was given at this time. */
export function useSeenWords(run: RunView): (at: number) => string {
  const employees = useFloorPart(run.workspaceId, (floor) => floor.employees);
  const nameOf = (id: string) => employees?.find((each) => each.id === id)?.displayName ?? id;
  return (at) => {
    const names = seenBy(run, at).map(nameOf);
    if (names.length > 0) return `seen by ${names.join(', ')}`;
    return isFinal(run.status) ? 'nobody saw it' : 'nobody has seen it yet';
  };
}
