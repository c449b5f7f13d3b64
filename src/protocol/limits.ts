/** Limits of the interface, and this service's own. */
export const limits = {
  /** Bytes of a request body and of a socket frame. */
  requestBodyBytes: 256 * 1024,
  /** Characters of a command's id. */
  requestIdCharacters: 100,
  sessionCharacters: 100,
  /** Processes, megabytes of memory and megabytes written of a sandbox by default. */
  sandboxProcesses: 512,
  sandboxMemoryMb: 4096,
  sandboxWrittenMb: 2048,
  /** Hosts, or patterns of files, that a floor lists, and characters of a pattern. */
  floorListed: 100,
  worktreeSetupCharacters: 2000,
  floorListedCharacters: 500,
  /** How long the answer to a command with an id is kept, in ms. */
  answersKeptMs: 24 * 60 * 60 * 1000,
  /** Turns of a planning history; only the latest are used. */
  planHistoryTurns: 40,
  /** Characters of a turn of that history; the rest is cut off. */
  planTurnCharacters: 4000,
  /** Characters of a fact; a longer one is refused. */
  memoryTextCharacters: 500,
  /** Tags of a fact; further ones are left out. */
  memoryTags: 12,
  /** Characters of a fact's source; the rest is cut off. */
  memorySourceCharacters: 200,
  /** Characters of a fact's tag; the rest is cut off. */
  memoryTagCharacters: 64,
  /** Characters of the reason of a retraction; the rest is cut off. */
  memoryReasonCharacters: 500,
  /** Confidence of a fact that states none. */
  memoryDefaultConfidence: 0.6,
  /** Facts per page of the ledger. */
  memoryLedgerPage: 1000,
  /** Runs listed as readers of a fact, the latest first. */
  memoryReadByRuns: 100,
  /** Facts shown to a turn. */
  memoryTurnFacts: 8,
  /** Characters of the query that finds facts for a turn. */
  memoryRecallQueryCharacters: 300,
  /** Facts that a search returns by default. */
  memorySearchDefault: 25,
  /** Facts that a search returns at most. */
  memorySearchMax: 100,
  /** Facts that one request embeds by default. */
  memoryEmbedDefault: 32,
  /** Facts that one request embeds at most. */
  memoryEmbedMax: 256,
  /** Models that one health request covers by default. */
  modelHealthDefault: 20,
  /** Models that one health request covers at most. */
  modelHealthMax: 50,
  /** Entries of each list of a plan. */
  planEntries: 12,
  /** Characters of each text of a plan. */
  planTextCharacters: 1000,
  /** Characters of the message of a delivery. */
  commitMessageCharacters: 10_000,
  /** Comments on the change of a run: in all, in one command, and characters of each. */
  commentsOfRun: 500,
  commentsAtOnce: 100,
  commentCharacters: 2000,
  /** Lines that one comment is about, and characters of their quotation. */
  commentLines: 200,
  commentQuoteCharacters: 2000,
  /** Characters of one instruction made of comments. */
  commentInstructionCharacters: 20_000,
  /** Lines of a changed file in one answer. */
  changedFileLines: 2000,
  /** Default timeout of a shell command. */
  shellTimeoutMs: 30_000,
  /** Longest timeout of a shell command in the foreground. */
  shellTimeoutMaxMs: 120_000,
  /** Model answers in one turn; the last one may not call tools. */
  toolRoundTrips: 8,
  /** Read-only tool calls of one answer that run at once. */
  toolCallsAtOnce: 8,
  /** Attempts at a call that crashes interrupt. */
  callAttempts: 3,
  /** A budget with less than this left switches routing to the cheap posture. */
  nearExhaustionUsd: 0.05,
  /** Live panels of plugins in the whole installation. */
  livePanels: 12,
  /** Characters of a provider's message about a failed call. */
  providerErrorCharacters: 300,
  /** Characters of a provider's message when it refuses its list of models. */
  modelListErrorCharacters: 200,
  /** Separate questions about the calls of one answer; calls asked together count as one. */
  questionsPerAnswer: 8,
  /** Characters of the reason in an answer to an approval; the rest is cut off. */
  approvalReasonCharacters: 500,
  /** Characters of the approver's name; the rest is cut off. */
  approverNameCharacters: 80,
  /** Shortest timeout of an approval, in ms. */
  approvalTimeoutMinMs: 1000,
  /** Smallest value of the setting `maxConcurrency`. */
  concurrencyMin: 1,
  /** Largest value of the setting `maxConcurrency`. */
  concurrencyMax: 16,
  /** Characters of a floor's name; a longer one is refused. */
  workspaceNameCharacters: 60,
  /** Characters of a floor's description; a longer one is refused. */
  workspaceDescriptionCharacters: 2000,
  /** Characters of a role's display name and of its title. */
  roleNameCharacters: 120,
  /** Characters of a role's mission. */
  roleMissionCharacters: 500,
  /** Characters of a duty, and of each other text of a role without a limit of its own. */
  roleDetailCharacters: 2000,
  /** Characters of all texts of a role together. */
  roleCharacters: 16_000,
  /** Steps of a run's plan. */
  planSteps: 50,
  /** Characters of a step of the plan. */
  planStepCharacters: 240,
  /** Tags of a run; further ones are left out. */
  runTags: 8,
  /** Characters of a run's tag; a longer one is left out. */
  tagCharacters: 32,
  /** Characters of the result that a stage hands to the next. */
  stageSummaryCharacters: 6000,
  /** Characters of the document that a stage leaves; the rest is cut off. */
  artifactCharacters: 24_000,
  /** Characters of a `speech` event of a debate. */
  debateSpeechCharacters: 1200,
  /** Characters of the `speech` event that closes a debate. */
  closingSpeechCharacters: 2000,
  /** Characters of a tool result shown to a model. */
  toolResultCharacters: 8000,
  /** Characters per page of a file or document. */
  readResultCharacters: 20_000,
  /** The end of a command's output in its record. */
  commandTailCharacters: 2000,
  /** Characters of the result preview in the record of a tool call. */
  toolPreviewCharacters: 300,
  /** Characters of all patches of a turn together. */
  diffCharacters: 20_000,
  /** Time for the service to close before it is ended by force, in ms. */
  shutdownWatchdogMs: 4000,
  /**
   * Time that a replica shutting down continues current calls before it hands their runs over, in
   * ms.
   */
  handOverMs: 2000,
  /** Final runs in a state frame, beside all active ones. */
  finalRunsHeld: 50,
  /** Waiting runs in a state frame; further ones are only counted. */
  queuedRunsHeld: 500,
  /** Runs per page of the history, by default. */
  runsPageDefault: 50,
  /** Runs per page of the history, at most. */
  runsPageMax: 200,
  /** Newest active facts in a state frame. */
  stateMemoryFacts: 200,
  /** Characters of each text of a run in a state frame; `GET /api/runs/:id` has the rest. */
  stateTextCharacters: 20_000,
  /** Bytes of a path; no system opens a longer one. */
  pathBytes: 4096,
  /** Bytes of an organisation in its own frame. */
  organisationFrameBytes: 512 * 1024,
  /** Bytes of the plugins' state, in its own frame and in a state frame. */
  pluginsFrameBytes: 256 * 1024,
  /**
   * Unsent bytes of a socket: beyond the first limit streamed text and whole states are dropped,
   * beyond the second the socket is closed.
   */
  socketDropBytes: 4 * 1024 * 1024,
  socketCloseBytes: 16 * 1024 * 1024,
  /** Smallest output cap that a budget may impose on an answer (docs/money.md). */
  minOutputTokens: 256,
} as const;
