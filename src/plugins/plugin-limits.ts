/** How long a plugin's code may take, in ms. */
export interface TimeLimits {
  readonly activationMs: number;
  readonly deactivationMs: number;
  readonly toolCallMs: number;
  readonly eventHandlerMs: number;
  /** How often an idle plugin is asked whether it still answers, and how long it may take. */
  readonly pingMs: number;
  /** How long code may compute that no call or event waits for, such as a timer's. */
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

/** Bounds of the plugin system beyond those the interface names in `protocol/limits.ts`. */
export const pluginLimits = {
  /** Plugins that are started at the same time. */
  startsAtOnce: 4,
  /** How long a boot waits for all of them, ms; the rest start while the office serves. */
  bootMs: 10_000,
  manifestBytes: 1024 * 1024,
  /** Entries in a plugin's directory, over all levels. */
  directoryEntries: 20_000,

  /** Texts of the modules of one plugin. */
  codeBytes: 8 * 1024 * 1024,
  /** What the code of one plugin may take, as its virtual machine counts. */
  memoryMegabytes: 128,
  /** Memory of the machine itself, and of the process around it: walls behind the first one. */
  machineMegabytes: 192,
  hostMegabytes: 64,
  /** What may follow from code that was interrupted before it is broken off as well. */
  afterInterruptMs: 100,
  /** How much later than the machine the process is ended: for what cannot be interrupted. */
  graceMs: 2000,
  interruptionsPerMinute: 5,
  timers: 1000,
  /** One message of a plugin; a longer one ends it. */
  messageBytes: 256 * 1024,
  /** Messages and bytes of one plugin in a second. */
  messagesPerSecond: 1000,
  bytesPerSecond: 2 * 1024 * 1024,
  /** Of what a plugin says, as long as the service has not read it. */
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
  /** Events that wait for a plugin whose handlers are slower than the office. */
  waitingEvents: 500,
  waitingEventBytes: 4 * 1024 * 1024,
  /** A workspace file as a plugin's tool may read or write it. */
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
