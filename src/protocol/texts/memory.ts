export const memoryTexts = {
  notAnObject: 'A memory fact must be an object.',
  badScope: '"scope" must be one of installation, workspace, role.',
  badKind: '"kind" must be one of convention, decision, pitfall, note.',
  textRequired: '"text" must be a non-empty string.',
  textTooLong: (length: number) => `"text" is ${length} characters; the limit is 500.`,
  fieldRequired: (field: string, scope: string) =>
    `"${field}" is required when "scope" is "${scope}".`,
  fieldOmitted: (field: string) => `"${field}" must be omitted when "scope" is "installation".`,
  badConfidence: '"confidence" must be a number between 0 and 1.',
  noFactToSupersede: (id: string) => `There is no fact "${id}" to supersede.`,
  noFact: (id: string) => `There is no fact "${id}".`,
  inactive: (id: string) => `The fact "${id}" is already replaced or retracted.`,
  inactiveToSupersede: (id: string) =>
    `The fact "${id}" is already replaced or retracted. Correct the fact that stands in its place, or write a new one.`,
  cannotMove: (id: string, scope: string, owner: string | null) =>
    `The fact "${id}" is scoped to ${owner === null ? scope : `${scope} "${owner}"`}, and a correction cannot move it. Keep its scope and owner, or retract it and write a new fact.`,
  unranked:
    'The full-text index is unavailable, so these facts come from an unranked scan for the query as it stands.',
  noFullTextIndex: (error: string) =>
    `no full-text index for memory (${error}); recall will fall back to an unranked substring scan`,
  backfilled: (count: number) => `${count} fact(s) were embedded in the background`,
  backfillFailed: (error: string, seconds: number) =>
    `facts could not be embedded in the background: ${error}; the next try is in ${seconds} s`,
} as const;
