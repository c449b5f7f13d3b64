import type { EntityManager } from 'typeorm';

/** A snapshot of the store after one event, from which state is built. */
export class Rows {
  constructor(
    readonly manager: EntityManager,
    /** Number of the last event contained in the rows. */
    readonly seq: number,
  ) {}
}
