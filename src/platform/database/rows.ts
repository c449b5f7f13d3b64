import type { EntityManager } from 'typeorm';

/** The store as it was after one event, for whoever builds state from it. */
export class Rows {
  constructor(
    readonly manager: EntityManager,
    /** The number of the last event in the rows. */
    readonly seq: number,
  ) {}
}
