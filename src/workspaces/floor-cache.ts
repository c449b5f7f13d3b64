import { Injectable } from '@nestjs/common';
import type { Workspace } from '../protocol/records/organisation.js';

/**
 * Every floor in memory, as the last commit left it. Written by what stores floors, after its
 * commit; read by everyone else through `WorkspacesService`. Floors are immutable snapshots: one
 * that is the same object has not changed.
 */
@Injectable()
export class FloorCache {
  private floors: readonly Workspace[] = [];

  /** From the ground up; the same list until something changes. */
  list(): readonly Workspace[] {
    return this.floors;
  }

  find(id: string): Workspace | undefined {
    return this.floors.find((floor) => floor.id === id);
  }

  /** Adds the floor, or replaces the one with its id. */
  put(floor: Workspace): void {
    const others = this.floors.filter(({ id }) => id !== floor.id);
    this.floors = [...others, floor].toSorted((a, b) => a.floor - b.floor);
  }

  remove(id: string): void {
    this.floors = this.floors.filter((floor) => floor.id !== id);
  }
}
