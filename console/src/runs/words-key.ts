/** Where what is being written to a run is kept: an instruction, or the brief that continues it. */
export function wordsKey(runId: string): string {
  return `office-words-${runId}`;
}
