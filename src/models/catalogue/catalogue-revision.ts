import { Injectable } from '@nestjs/common';

/**
 * Counts changes of the catalogue's inputs, so that derived values are rebuilt exactly once after a
 * change.
 */
@Injectable()
export class CatalogueRevision {
  private count = 0;

  get current(): number {
    return this.count;
  }

  /** To be called after a change that the catalogue shows. */
  advance(): void {
    this.count += 1;
  }
}
