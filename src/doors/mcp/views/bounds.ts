/** Bounds of one answer of the door, so that it fits a model's context. */
export const bounds = {
  /** Characters of a report, a document, or a patch in one answer. */
  pageCharacters: 20_000,
  briefCharacters: 2000,
  /** Characters of an outcome or an error in the view of a run; the report has all of it. */
  outcomeCharacters: 4000,
  /** Characters of an approval's question. */
  askedCharacters: 4000,
  lineCharacters: 300,
  floors: 50,
  pipelines: 30,
  runs: 20,
  runsMax: 50,
  approvals: 50,
  itemsOfApproval: 30,
  files: 200,
  evidence: 40,
  documents: 50,
  costRows: 50,
} as const;
