/** The same port for what is shown of floors, which may be behind. */
export abstract class ShownRunFigures {
  /** Runs of the floor that are not final. */
  abstract activeCount(workspaceId: string): number;

  /** USD spent so far by the floor's runs that are not settled. */
  abstract activeSpendUsd(workspaceId: string): number;
}
