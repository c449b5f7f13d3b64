import { Injectable } from '@nestjs/common';

/**
 * Counts the changes of everything a catalogue is made of, so that what was derived from it is
 * rebuilt once after a change and never otherwise.
 */
@Injectable()
export class CatalogueRevision {
  private count = 0;

  get current(): number {
    return this.count;
  }

  /** To be called by whoever changed something that shows in the catalogue. */
  advance(): void {
    this.count += 1;
  }
}
