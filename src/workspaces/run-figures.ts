import { Injectable } from '@nestjs/common';

/** What floors have to know of the runs on them; the runs module knows floors, not the other way. */
export interface RunFigureSource {
  /** Runs of the floor that are not final. */
  activeCount(workspaceId: string): number;
  /** USD spent so far by the floor's runs that are not settled. */
  activeSpendUsd(workspaceId: string): number;
}

/** Answers from whoever provides the figures; before that, nothing runs. */
@Injectable()
export class RunFigures implements RunFigureSource {
  private source: RunFigureSource = { activeCount: () => 0, activeSpendUsd: () => 0 };

  provide(source: RunFigureSource): void {
    this.source = source;
  }

  activeCount(workspaceId: string): number {
    return this.source.activeCount(workspaceId);
  }

  activeSpendUsd(workspaceId: string): number {
    return this.source.activeSpendUsd(workspaceId);
  }
}
