import type { OfficeState } from '#protocol/records/office.js';

/** Whether the run is one of the floor that is shown; ids of employees are unique inside one only. */
export function isOfShownFloor(
  { runs }: { readonly runs: readonly Pick<OfficeState['runs'][number], 'id'>[] },
  runId: string,
): boolean {
  return runs.some(({ id }) => id === runId);
}
