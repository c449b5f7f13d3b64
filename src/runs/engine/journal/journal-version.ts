/** Version of the stored journal; a run of any other is parked. */
export const journalVersion = 2;

/** A journal holds what this engine does not know: the run can be parked or cancelled, not continued. */
export class UnreadableJournal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableJournal';
  }
}
