/** Reasons why a configuration cannot be used; names the variable and its rule, never its value. */
export const configTexts = {
  problems: (problems: readonly string[], warnings: readonly string[] = []) =>
    `the configuration cannot be used: ${problems.join('; ')}.` +
    (warnings.length === 0 ? '' : ` Besides: ${warnings.join('; ')}.`),
  unreadableEnvFile: '.env must be a readable file',
  envFileEncoding: '.env must be text in UTF-8, or in UTF-16 with a byte order mark',
  line: (line: number, rule: string) => `.env, line ${line}: ${rule}`,
  noAssignment: 'it is no NAME=value and was left out',
  setAgain: (name: string, line: number) =>
    `${name} was set in line ${line} already; the later one counts`,
  notUtf8: 'the value is not in UTF-8 and was left out',
  openQuote: 'a quote is not closed; the value was left out',
  behindQuote:
    'something other than a comment stands behind the closing quote; the value was left out',
  unclearComment:
    'a # without a space before it may be a comment or part of the value, which was left out: put the value in quotes, or a space before #',
  secretTwice: (name: string, twin: string) => `${name} and ${twin} are both set, keep one of them`,
  unreadableSecretFile: (twin: string) => `${twin} must name a readable file of at most 64 KiB`,
  emptySecretFile: (twin: string) => `${twin} names a file that is empty`,
  redisWithoutPostgres:
    'OFFICE_REDIS_URL joins a fleet, whose replicas share one database: set OFFICE_DB to a postgres:// address',
  signInIncomplete:
    'Signing in takes all of OFFICE_OIDC_ISSUER, OFFICE_OIDC_CLIENT_ID and OFFICE_OIDC_GROUPS, or none of them',
  signInInsecure:
    'OFFICE_OIDC_ISSUER must start with https://; http:// is for providers on this machine',
  openToOthers:
    'HOST lets others in and nothing keeps them out: set OFFICE_API_TOKEN or OFFICE_API_TOKEN_FILE, ' +
    'or OFFICE_ALLOW_OPEN=true to let whoever can reach this address use the office',
} as const;

/**
 * Reasons why `/readyz` answers 503. While only the probes are served, the first also answers every
 * other path. The store's reasons also answer requests that need the store.
 */
export const healthTexts = {
  starting: 'The service is starting.',
  storeOpening: 'The service is starting: the store is being opened.',
  storeUnreachable: 'The service is starting: the store cannot be reached yet.',
  migrating: 'The service is starting: migrations of the store are running.',
  closing: 'The service is closing.',
  storeReplaced:
    'The configured store could not be opened and nothing is kept; the store in GET /api/health says why.',
  storeSilent: 'The store does not answer.',
  storeBusy: 'Too much waits for the store; try again later.',
  storeTaken:
    'Another process has taken the database while this one had lost its connection; it is taken back as soon as it is free.',
} as const;

export const processTexts = {
  closing: (signal: string, delayMs: number) =>
    delayMs > 0
      ? `${signal}: closing, after ${delayMs} ms in which it still serves`
      : `${signal}: closing`,
  historyNotNoted: (reason: string) =>
    `how far the database is could not be noted beside it: ${reason}`,
  answersNotPruned: (reason: string) => `old answers to commands could not be pruned: ${reason}`,
  useNotWritten: (reason: string) => `the last use of a token could not be written: ${reason}`,
  signInFailed: (reason: string) => `a sign-in failed: ${reason}`,
  noSignInProvider: (issuer: string, reason: string) =>
    `the provider of sign-ins ${issuer} cannot be used: ${reason}`,
  cutShort: (ms: number) => `closing took more than ${ms} ms and was cut short`,
  failedToStart: (message: string) => `office failed to start: ${message}`,
  wrongRuntime: (oldest: number, version: string) =>
    `it needs Node ${oldest} or later; this is ${version}. "npm start" brings one along.`,
  portInUse: (port: number, host: string) =>
    `Port ${port} on ${host} is already in use. Stop the other instance or set PORT to another number.`,
  databaseInUse: (path: string) =>
    `Another process of this service is using ${path}. Stop it first, or set OFFICE_DB to another file.`,
  databaseUsedByAnother: (server: string) =>
    `Another process of this service is using ${server}. Stop it first, or let both join a fleet: ` +
    'set OFFICE_REDIS_URL for each, or OFFICE_FLEET_POLL=true to share the database without Redis.',
  databaseOfOne: (server: string) =>
    `A process of this service that is no part of a fleet is using ${server}. Stop it first, ` +
    'or set OFFICE_REDIS_URL (or OFFICE_FLEET_POLL=true) for it as well.',
  unknownMigrations: (store: string, names: readonly string[]) =>
    `${store} has ${names.length} migration(s) that this build does not know: ${listed(names)}. A newer version of ` +
    'this service has applied them, or another program. Nothing was changed. Start that version or a later one, ' +
    'restore a backup from before it, or set OFFICE_DB to another database.',
  openToOthers: (host: string) =>
    `listening on ${host} without OFFICE_API_TOKEN: whoever can reach this address can use the office`,
  serverUnreachable: (server: string, reason: string) =>
    `the PostgreSQL server ${server} cannot be reached (${reason}); trying again`,
  serverGivenUp: (server: string, reason: string, waitedMs: number) =>
    `The PostgreSQL server ${server} cannot be reached: ${reason}. ` +
    `Gave up after ${waitedMs} ms (OFFICE_DB_CONNECT_TIMEOUT_MS).`,
  serverUnusable: (server: string, reason: string) =>
    `The PostgreSQL server ${server} cannot be used: ${reason}`,
  serverSilent: 'it does not answer',
  withoutPersistence: (reason: string) =>
    `running without persistence (${reason}); history will be lost on exit`,
  storeFails: (reason: string) => `the store failed (${reason}); work waits and is tried again`,
  requestsRefused: (reason: string) =>
    `the store failed (${reason}); requests that need it are refused until it works again`,
  storeWorksAgain: 'the store works again; what waited goes on',
  skillSkipped: (file: string, reason: string) => `skipped ${file} - ${reason}`,
  skillsSkipped: (count: number) => `${count} skill file(s) skipped; the others are loaded.`,
  skillKeyMissing: (path: string, key: string) =>
    `Skill file ${path} is missing the required frontmatter key "${key}".`,
  linesLeftOut: (count: number) =>
    `${count} more warning(s) and error(s) came faster than they could be stored; they are on the console only.`,
  pruned: (count: number, days: number) =>
    `pruned ${count} event(s) older than ${days} day(s) (OFFICE_EVENT_RETENTION_DAYS=0 keeps everything)`,
} as const;

/** Reasons why a child process could not be started; each follows a colon. */
export const childStartTexts = {
  theShell: 'the shell',
  noProgram: (program: string) =>
    `${program} was not found: it is not installed here, or not on the PATH (ENOENT)`,
  noDirectory: (directory: string) => `the directory ${directory} does not exist (ENOENT)`,
  notADirectory: (directory: string) => `${directory} is no directory (ENOTDIR)`,
  unusableDirectory: (directory: string, code: string) =>
    `the directory ${directory} cannot be entered (${code})`,
  notAllowed: (program: string, code: string) =>
    `${program} is no program that this account may run (${code})`,
  noExecutable: (program: string) => `${program} is no program that this system can run (ENOEXEC)`,
  argumentTooLarge: (bytes: number, max: number) =>
    `one argument has ${bytes} bytes, and the system takes at most ${max} (E2BIG); put what is long into a file`,
  variableTooLarge: (name: string, bytes: number, max: number) =>
    `the variable ${name} has ${bytes} bytes, and the system takes at most ${max} (E2BIG)`,
  allTooLarge: (bytes: number) =>
    `its arguments and variables have ${bytes} bytes together, more than the system takes (E2BIG); put what is long into a file`,
  tooManyProcesses:
    'the system lets this account start no more processes now (EAGAIN); try again when others have ended',
  noMemory: 'the system has no memory for another process now (ENOMEM); try again later',
  tooManyFiles: (code: string) =>
    `too many files are open for another process (${code}); try again later`,
  noSandbox: (reason: string) => `the sandbox could not be made: ${reason}`,
  nul: 'a command, its directory and its variables cannot hold the character NUL',
} as const;

/** Messages of a replica about the others. */
export const fleetTexts = {
  joins: (replicaId: string, redis: string) =>
    `replica ${replicaId} joins the fleet; live events go through Redis at ${redis}`,
  notHeard:
    'other replicas are not heard through Redis; the log of events is read every second instead',
  heardAgain: 'other replicas are heard through Redis again',
} as const;

/** Problems of the files that name MCP servers and harnesses. */
export const configFileTexts = {
  missing: (variable: string, file: string) =>
    `${variable} points at ${file}, which does not exist.`,
  unreadable: (file: string, error: string) => `Could not read ${file}: ${error}`,
  notJson: (file: string, error: string) => `${file} is not valid JSON: ${error}`,
  notAList: (file: string, key: string) => `${file} must be an object with a "${key}" array.`,
} as const;

/** Output of `node dist/main.js <command>`. */
export const commandTexts = {
  unknown: (given: string) =>
    `Unknown arguments: ${given}. Known are migrate, backup <file> and restore <file>; without arguments the service starts.`,
  failed: (command: string, reason: string) => `${command} failed: ${reason}`,
  upToDate: (store: string) => `${store} is up to date; no migration was applied.`,
  migrated: (store: string, names: readonly string[]) =>
    `${store}: applied ${names.length} migration(s): ${names.join(', ')}.`,
  backedUp: (store: string, file: string) => `Copied ${store} to ${file}.`,
  restored: (store: string, file: string) => `Replaced the contents of ${store} by ${file}.`,
  inMemory: 'OFFICE_DB is :memory:, which lasts no longer than its process.',
  useServerTools:
    'OFFICE_DB is a PostgreSQL server. Use pg_dump and pg_restore, as docs/deploy.md shows.',
  noDatabase: (path: string) => `there is no database at ${path}.`,
  backupExists: (file: string) => `${file} exists already.`,
  noBackup: (file: string, reason: string) => `${file} is not a backup of an office: ${reason}`,
  noOfficeTables: 'it has none of its tables.',
  noFile: 'it is no file.',
  restoreFromItself: (file: string) => `${file} is the database itself.`,
} as const;

/** The first few names of a list. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown}, and ${names.length - 5} more` : shown;
}
