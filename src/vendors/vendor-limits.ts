/** Limits of time and memory of a harness. */
export const vendorLimits = {
  probeMs: 10_000,
  probeCharacters: 4096,
  helpCharacters: 65_536,
  probesAtOnce: 2,
  detailCharacters: 200,
  /** Smallest time that a call may set for an engagement. */
  minTimeoutMs: 1000,
  answerCharacters: 6000,
  activityCharacters: 120,
  summaryCharacters: 140,
  /** Characters kept of standard output, and of the end of standard error. */
  stdoutCharacters: 2 * 1024 * 1024,
  stderrCharacters: 64 * 1024,
  exitLines: 5,
  /** Events read of a harness, and lines searched for them, from the end. */
  events: 3000,
  outputLines: 20_000,
  pathCharacters: 400,
  paths: 200,
  /** The Agent Client Protocol. */
  initializeMs: 60_000,
  newSessionMs: 60_000,
  /** Between asking to stop and killing the process. */
  wrapUpMs: 1000,
  messageBytes: 8 * 1024 * 1024,
  readFileBytes: 2 * 1024 * 1024,
  readsAtOnce: 4,
  readsWaiting: 200,
  toolCalls: 500,
  questions: 20,
  signIns: 8,
  titleCharacters: 200,
  errorCharacters: 1000,
  /** Characters of an action's arguments in a question. */
  inputCharacters: 2000,
} as const;
