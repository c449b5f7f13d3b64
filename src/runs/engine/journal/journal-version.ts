/** Version of the stored journal; runs with another version are parked. */
export const journalVersion = 2;

/**
 * A journal has content unknown to this engine: the run can be parked or cancelled, not continued.
 */
export class UnreadableJournal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableJournal';
  }
}
