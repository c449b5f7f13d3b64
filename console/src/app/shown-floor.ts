import type { OfficeState } from '#protocol/records/office.js';

/** True if the run belongs to the shown floor; employee ids are unique inside one floor only. */
export function isOfShownFloor(
  { runs }: { readonly runs: readonly Pick<OfficeState['runs'][number], 'id'>[] },
  runId: string,
): boolean {
  return runs.some(({ id }) => id === runId);
}
