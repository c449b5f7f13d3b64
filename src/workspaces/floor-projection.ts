import { Injectable } from '@nestjs/common';
import type { Rows } from '../platform/database/tx.js';
import type { CommittedEvent } from '../platform/events/drafts.js';
import { Projection } from '../platform/events/projection.js';
import { Projections } from '../platform/events/projections.js';
import type { Workspace } from '../protocol/records/organisation.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';

/** All floors, from the ground up. */
type Floors = readonly Workspace[];

/**
 * All floors as of the last commit, for reading without waiting. Floors are immutable: the same
 * object means no change.
 */
@Injectable()
export class FloorProjection extends Projection<Floors> {
  constructor(
    projections: Projections,
    private readonly repository: WorkspacesRepository,
  ) {
    super(projections);
  }

  /** From the ground up; the same list until a change. */
  list(): Floors {
    return this.state;
  }

  find(id: string): Workspace | undefined {
    return this.state.find((floor) => floor.id === id);
  }

  protected override load({ manager }: Rows): Promise<Floors> {
    return this.repository.all(manager);
  }

  protected override apply(floors: Floors, event: CommittedEvent): Floors {
    switch (event.type) {
      case 'internal.floor.saved': {
        const { budget } = event.floor;
        const spentUsd = spentOn(floors, event.floor.id);
        return withFloor(floors, { ...event.floor, budget: { ...budget, spentUsd } });
      }
      case 'internal.floor.spent':
        return withSpend(floors, event.workspaceId, event.spentUsd);
      case 'internal.floor.closed':
        return floors.filter(({ id }) => id !== event.workspaceId);
      default:
        return floors;
    }
  }
}

function spentOn(floors: Floors, id: string): number {
  return floors.find((floor) => floor.id === id)?.budget.spentUsd ?? 0;
}

function withFloor(floors: Floors, floor: Workspace): Floors {
  const others = floors.filter(({ id }) => id !== floor.id);
  return [...others, floor].toSorted((a, b) => a.floor - b.floor);
}

function withSpend(floors: Floors, id: string, spentUsd: number): Floors {
  return floors.map((floor) =>
    floor.id === id ? { ...floor, budget: { ...floor.budget, spentUsd } } : floor,
  );
}
