/** The same port for display, which may lag behind. */
export abstract class ShownRunFigures {
  /** Number of the floor's runs that are not final. */
  abstract activeCount(workspaceId: string): number;

  /** USD spent so far by the floor's unsettled runs. */
  abstract activeSpendUsd(workspaceId: string): number;
}
