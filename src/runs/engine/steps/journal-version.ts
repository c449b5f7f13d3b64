/**
 * Versions of the stored journal.
 *
 * 1: no attempts; the memory of a turn and the cost of cut-off calls have steps of their own.
 * 2: a call is `started` before it is made, with its attempts and their cost; `interrupted`.
 */
export const journalVersion = 2;

/** Versions that this engine continues; a run of any other is parked. */
export const readableJournals: readonly number[] = [1, 2];

/** A journal holds what this engine does not know: the run can be parked or cancelled, not continued. */
export class UnreadableJournal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableJournal';
  }
}
