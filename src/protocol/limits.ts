/** Limits of the interface, and the bounds that this service sets beside them. */
export const limits = {
  /** Bytes of a request body, and of a socket frame. */
  requestBodyBytes: 256 * 1024,
  /** Of the id that a client gives a command, and for how long its answer is kept, ms. */
  requestIdCharacters: 100,
  answersKeptMs: 24 * 60 * 60 * 1000,
  planHistoryTurns: 40,
  planTurnCharacters: 4000,
  memoryTextCharacters: 500,
  memoryTags: 12,
  memorySourceCharacters: 200,
  memoryTagCharacters: 64,
  memoryReasonCharacters: 500,
  memoryDefaultConfidence: 0.6,
  memoryLedgerPage: 1000,
  memoryReadByRuns: 100,
  memoryTurnFacts: 8,
  memoryRecallQueryCharacters: 300,
  memorySearchDefault: 25,
  memorySearchMax: 100,
  memoryEmbedDefault: 32,
  memoryEmbedMax: 256,
  modelHealthDefault: 20,
  modelHealthMax: 50,
  shellTimeoutMs: 30_000,
  shellTimeoutMaxMs: 120_000,
  toolRoundTrips: 8,
  /** Calls of one answer that only read. */
  toolCallsAtOnce: 8,
  /** Attempts at a call that crashes cut off. */
  callAttempts: 3,
  nearExhaustionUsd: 0.05,
  livePanels: 12,
  providerErrorCharacters: 300,
  modelListErrorCharacters: 200,
  approvalReasonCharacters: 500,
  approverNameCharacters: 80,
  approvalTimeoutMinMs: 1000,
  concurrencyMin: 1,
  concurrencyMax: 16,
  workspaceNameCharacters: 60,
  workspaceDescriptionCharacters: 2000,
  roleNameCharacters: 120,
  roleMissionCharacters: 500,
  /** Of a duty, and of any other text of a role that has no limit of its own. */
  roleDetailCharacters: 2000,
  /** Of all texts of a role together. */
  roleCharacters: 16_000,
  planSteps: 50,
  planStepCharacters: 240,
  runTags: 8,
  tagCharacters: 32,
  stageSummaryCharacters: 6000,
  debateSpeechCharacters: 1200,
  closingSpeechCharacters: 2000,
  toolResultCharacters: 8000,
  /** Of a page of a file or a document. */
  readResultCharacters: 20_000,
  toolPreviewCharacters: 300,
  /** Of all patches of a turn together. */
  diffCharacters: 20_000,
  shutdownWatchdogMs: 4000,
  /** For so long a replica that ends goes on with calls at hand before it hands their runs over. */
  handOverMs: 2000,
  /** State frames have a bound: so many final runs beside those at work. */
  finalRunsHeld: 50,
  /** Of runs that wait to be begun; the others are counted. */
  queuedRunsHeld: 500,
  /** Pages of the history of runs. */
  runsPageDefault: 50,
  runsPageMax: 200,
  stateMemoryFacts: 200,
  stateTextCharacters: 20_000,
  /** Of an organisation in its own frame. */
  organisationFrameBytes: 512 * 1024,
  /**
   * Unsent bytes of a socket: beyond the first, streamed text and whole states are dropped; beyond
   * the second it is closed.
   */
  socketDropBytes: 4 * 1024 * 1024,
  socketCloseBytes: 16 * 1024 * 1024,
  /** The smallest output cap a budget may clamp an answer to (docs/money.md). */
  minOutputTokens: 256,
} as const;
