/** Limits of the interface, and the bounds that this service sets beside them. */
export const limits = {
  /** Bytes of a request body, and of a socket frame. */
  requestBodyBytes: 256 * 1024,
  /** Of the id that a client gives a command. */
  requestIdCharacters: 100,
  /** For how long the answer to such a command is kept. */
  answersKeptMs: 24 * 60 * 60 * 1000,
  /** Of a planning history, the latest; earlier ones are left out. */
  planHistoryTurns: 40,
  /** Of a turn of that history; the rest is cut off. */
  planTurnCharacters: 4000,
  /** Of a fact; a longer one is refused. */
  memoryTextCharacters: 500,
  /** Of a fact; further ones are left out. */
  memoryTags: 12,
  /** Of where a fact is from; the rest is cut off. */
  memorySourceCharacters: 200,
  /** Of a tag of a fact; the rest is cut off. */
  memoryTagCharacters: 64,
  /** Of why a fact is retracted; the rest is cut off. */
  memoryReasonCharacters: 500,
  /** Of a fact that is written without one. */
  memoryDefaultConfidence: 0.6,
  /** Facts of a page of the ledger. */
  memoryLedgerPage: 1000,
  /** Latest runs that are named as readers of a fact. */
  memoryReadByRuns: 100,
  /** Facts that are shown to a turn. */
  memoryTurnFacts: 8,
  /** Of what facts are searched for on behalf of a turn. */
  memoryRecallQueryCharacters: 300,
  /** Facts that a search answers when it names no limit. */
  memorySearchDefault: 25,
  /** Facts that a search answers at most. */
  memorySearchMax: 100,
  /** Facts that one request embeds when it names no limit. */
  memoryEmbedDefault: 32,
  /** Facts that one request embeds at most. */
  memoryEmbedMax: 256,
  /** Models that one request asks about when it names no limit. */
  modelHealthDefault: 20,
  /** Models that one request asks about at most. */
  modelHealthMax: 50,
  /** Of each list of a plan. */
  planEntries: 12,
  /** Of each text of a plan. */
  planTextCharacters: 1000,
  /** For a shell command that names none. */
  shellTimeoutMs: 30_000,
  /** For any shell command that is waited for. */
  shellTimeoutMaxMs: 120_000,
  /** Answers of a model in one turn; the last may call no tools. */
  toolRoundTrips: 8,
  /** Calls of one answer that only read. */
  toolCallsAtOnce: 8,
  /** Attempts at a call that crashes cut off. */
  callAttempts: 3,
  /** With less than this left of a budget, the cheap posture is taken. */
  nearExhaustionUsd: 0.05,
  /** Panels of plugins that are read from elsewhere, in the whole installation. */
  livePanels: 12,
  /** Of what a vendor says of a failed call. */
  providerErrorCharacters: 300,
  /** Of what a vendor says when it refuses its list of models. */
  modelListErrorCharacters: 200,
  /** Of what is said with an answer to an approval; the rest is cut off. */
  approvalReasonCharacters: 500,
  /** Of who answers an approval; the rest is cut off. */
  approverNameCharacters: 80,
  /** The shortest time that an approval may wait for its answer. */
  approvalTimeoutMinMs: 1000,
  /** The least that the setting `maxConcurrency` may be. */
  concurrencyMin: 1,
  /** The most that the setting `maxConcurrency` may be. */
  concurrencyMax: 16,
  /** Of the name of a floor; a longer one is refused. */
  workspaceNameCharacters: 60,
  /** Of the description of a floor; a longer one is refused. */
  workspaceDescriptionCharacters: 2000,
  /** Of the display name of a role, and of its title. */
  roleNameCharacters: 120,
  /** Of the mission of a role. */
  roleMissionCharacters: 500,
  /** Of a duty, and of any other text of a role that has no limit of its own. */
  roleDetailCharacters: 2000,
  /** Of all texts of a role together. */
  roleCharacters: 16_000,
  /** Of the plan of a run. */
  planSteps: 50,
  /** Of a step of that plan. */
  planStepCharacters: 240,
  /** Of a run; further ones are left out. */
  runTags: 8,
  /** Of a tag of a run; a longer one is left out. */
  tagCharacters: 32,
  /** Of the result that a stage hands to the next. */
  stageSummaryCharacters: 6000,
  /** Of the document that a stage leaves; the rest is cut off. */
  artifactCharacters: 24_000,
  /** Of a `speech` event of a debate. */
  debateSpeechCharacters: 1200,
  /** Of the `speech` event that closes a debate. */
  closingSpeechCharacters: 2000,
  /** Of the result of a tool, as a model is shown it. */
  toolResultCharacters: 8000,
  /** Of a page of a file or a document. */
  readResultCharacters: 20_000,
  /** Of the preview of a result in the record of a call. */
  toolPreviewCharacters: 300,
  /** Of all patches of a turn together. */
  diffCharacters: 20_000,
  /** For so long the service may take to close before it is cut short. */
  shutdownWatchdogMs: 4000,
  /** For so long a replica that ends goes on with calls at hand before it hands their runs over. */
  handOverMs: 2000,
  /** State frames have a bound: so many final runs beside those at work. */
  finalRunsHeld: 50,
  /** Of runs that wait to be begun; the others are counted. */
  queuedRunsHeld: 500,
  /** Pages of the history of runs. */
  runsPageDefault: 50,
  /** Runs of a page at most. */
  runsPageMax: 200,
  /** Newest active facts in a state frame. */
  stateMemoryFacts: 200,
  /** Of each text of a run in a state frame; the rest is in `GET /api/runs/:id`. */
  stateTextCharacters: 20_000,
  /** Of a path; no system opens a longer one. */
  pathBytes: 4096,
  /** Of an organisation in its own frame. */
  organisationFrameBytes: 512 * 1024,
  /** Of the state of plugins, in its own frame and in a state frame. */
  pluginsFrameBytes: 256 * 1024,
  /**
   * Unsent bytes of a socket: beyond the first, streamed text and whole states are dropped; beyond
   * the second it is closed.
   */
  socketDropBytes: 4 * 1024 * 1024,
  socketCloseBytes: 16 * 1024 * 1024,
  /** The smallest output cap a budget may clamp an answer to (docs/money.md). */
  minOutputTokens: 256,
} as const;
