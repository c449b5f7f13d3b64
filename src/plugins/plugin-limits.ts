/** Time limits of a plugin's code, ms. */
export interface TimeLimits {
  readonly activationMs: number;
  readonly deactivationMs: number;
  readonly toolCallMs: number;
  readonly eventHandlerMs: number;
  /** Interval of probing an idle plugin, and the time it may take. */
  readonly pingMs: number;
  /** Limit of code that no call or event waits for, such as a timer's. */
  readonly backgroundMs: number;
}

export const timeLimits: TimeLimits = {
  activationMs: 10_000,
  deactivationMs: 5000,
  toolCallMs: 60_000,
  eventHandlerMs: 5000,
  pingMs: 5000,
  backgroundMs: 5000,
};

/** Limits of the plugin system beyond the interface's in `protocol/limits.ts`. */
export const pluginLimits = {
  /** Plugins started at the same time. */
  startsAtOnce: 4,
  /** How long boot waits for all of them, ms; the rest start while the office serves. */
  bootMs: 10_000,
  manifestBytes: 1024 * 1024,
  /** Entries in a plugin's directory, on all levels. */
  directoryEntries: 20_000,

  /** Total text of a plugin's modules. */
  codeBytes: 8 * 1024 * 1024,
  /** Memory of a plugin's code, as counted by its machine. */
  memoryMegabytes: 128,
  /** Memory of the machine and of its process, as a second and third limit. */
  machineMegabytes: 192,
  hostMegabytes: 64,
  /** Time for code that runs because of an interruption, ms. */
  afterInterruptMs: 100,
  /** Additional time before the process is ended, for code that cannot be interrupted, ms. */
  graceMs: 2000,
  interruptionsPerMinute: 5,
  timers: 1000,
  /** Bytes of a plugin's message; a larger one ends it. */
  messageBytes: 256 * 1024,
  /** Messages and bytes of one plugin per second. */
  messagesPerSecond: 1000,
  bytesPerSecond: 2 * 1024 * 1024,
  /** Bytes sent by a plugin and not yet read. */
  unsentBytes: 4 * 1024 * 1024,
  logLinesPerMinute: 600,
  logLineCharacters: 2000,
  tools: 64,
  toolNameCharacters: 64,
  toolNamespaceCharacters: 40,
  toolDescriptionCharacters: 1000,
  toolSchemaCharacters: 8000,
  toolContentCharacters: 100_000,
  affectedPaths: 200,
  /** Events waiting for slow handlers. */
  waitingEvents: 500,
  waitingEventBytes: 4 * 1024 * 1024,
  /** Bytes of a workspace file that a plugin's tool may read or write. */
  fileBytes: 128 * 1024,
  filesAtOnce: 4,
  filesWaiting: 1000,
  fetchesAtOnce: 8,
  fetchTimeoutMs: 30_000,
  fetchRedirects: 5,
  fetchHeaders: 64,
  fetchHeaderBytes: 16 * 1024,
  fetchBodyBytes: 128 * 1024,
  fetchAnswerBytes: 1024 * 1024,

  catalogBytes: 4 * 1024 * 1024,
  catalogTimeoutMs: 15_000,
  bundleBytes: 32 * 1024 * 1024,
  bundleFiles: 2048,
  bundleDepth: 32,
  downloadTimeoutMs: 30_000,
  downloadRedirects: 5,

  panelBytes: 512 * 1024,
  panelTimeoutMs: 10_000,
} as const;
