import { useFloorPart } from '../app/floors.js';

/** Names of the roles and employees of a floor by their ids. */
export function useNameOf(floorId: string): (id: string) => string {
  const roles = useFloorPart(floorId, (floor) => floor.roles);
  const employees = useFloorPart(floorId, (floor) => floor.employees);
  return (id) =>
    [...(roles ?? []), ...(employees ?? [])].find((each) => each.id === id)?.displayName ?? id;
}
